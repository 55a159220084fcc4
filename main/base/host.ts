import type { BackgroundState, OpenedFile } from '../../preload/contract/app.ts';
import type { ErrorCode } from '../../preload/contract/errors.ts';
import type { Sender } from '../../preload/contract/index.ts';
import type { EnvironmentFinding } from '../../preload/contract/settings/environment.ts';
import type { PolicySource } from '../../preload/contract/settings/policy.ts';
import type { CrashDump } from '../../preload/contract/settings/support.ts';
import type { SavedFile } from '../../preload/contract/shapes.ts';
import type {
  SignInTab,
  SignInTabOptions,
  SignInWindow,
  SignInWindowOptions,
} from './sign-in-ports.ts';

/** The ports that a host provides. The core does not import `electron`; it gets these. */
export interface Host {
  readonly kind: 'electron' | 'web';
  readonly version: string;
  readonly platform: string;
  readonly runtime: Readonly<Record<string, string>>;
  /** Environment variables that affect security. */
  readonly environment: readonly EnvironmentFinding[];
  readonly paths: HostPaths;
  readonly keychain: Keychain;
  readonly settings: SettingsFile;
  readonly workers: Workers;
  readonly files: Files;
  readonly saveStreamed: SaveStreamed;
  /** Opens an address in the user's browser; false if the renderer's own browser must do it. */
  openExternal(url: string): Promise<boolean>;
  /**
   * Returns the path through which the renderer's own browser reaches a web address; absent if `openExternal` opens it.
   */
  readonly leave?: (url: string) => string;
  /** Shows the identity provider's pages in a window of the app; absent without windows. */
  readonly openSignInWindow?: (options: SignInWindowOptions) => Promise<SignInWindow>;
  /** Shows them in a tab of the user's browser, at an origin of its own; absent with windows. */
  readonly openSignInTab?: (options: SignInTabOptions) => Promise<SignInTab>;
  /** The files that the user opened with the app; absent if the host opens no files. */
  readonly openedFiles?: OpenedFiles;
  /** Returns the state of start at login and of the tray; absent if the app has no background mode of its own. */
  readonly background?: () => Promise<BackgroundState>;
  /** Returns the operating system's proxy for an address (`PROXY host:port; DIRECT`); absent if it is not asked. */
  readonly resolveProxy?: (url: string) => Promise<string>;
  /** The operating system's clipboard; absent if only the page can reach it. */
  readonly clipboard?: Clipboard;
  /** Listens for the computer being locked or about to sleep; absent without such events. @returns stops listening */
  readonly onComputerLocked?: (listener: () => void) => () => void;
  /** Listens for sleep (true) and wake-up; absent without such events. @returns stops listening */
  readonly onSleep?: (listener: (asleep: boolean) => void) => () => void;
  /** Listens for screen lock (true) and unlock; absent without such events. @returns stops listening */
  readonly onScreenLocked?: (listener: (locked: boolean) => void) => () => void;
  /** Notifications of the operating system, with or without an open window; absent if only pages can show them. */
  readonly notifications?: SystemNotifications;
  /** BCP 47 tags, the preferred one first; absent if only the browser knows them. */
  readonly preferredLanguages?: () => readonly string[];
  /** Lets the user choose a folder to write to; null if they chose none. Absent without dialogs. */
  readonly chooseFolder?: (sender: Sender) => Promise<string | null>;
  /** Prints pages; absent if the host cannot print. */
  readonly printing?: Printing;
  /** Moves the data folder; absent if the host cannot. */
  readonly dataPlace?: DataPlace;
  /** Whether spelling can be checked without downloading anything; default false. */
  readonly spelling?: boolean;
  /** Places of an operator's policy, the strongest first; absent if there are none. */
  readonly policy?: { readonly places: readonly PolicyPlace[]; readonly run: RunProgram };
  /** Dumps of crashed parts of the app; absent if the host keeps none. */
  readonly crashes?: CrashDumps;
  readonly log: Log;
}

/** A place that may hold an operator's policy (docs/policy.md). */
export type PolicyPlace =
  | {
      readonly by: 'file';
      readonly kind: PolicySource['kind'];
      readonly path: string;
      /** Accepted owners by user id; null accepts any. */
      readonly owners: readonly number[] | null;
      /** Whether the folder must have the same owner. */
      readonly ownFolder: boolean;
    }
  | {
      readonly by: 'registry';
      readonly kind: PolicySource['kind'];
      readonly hive: 'HKLM' | 'HKCU';
      /** Name of its registry key. */
      readonly product: string;
    }
  | { readonly by: 'preferences'; readonly kind: PolicySource['kind']; readonly path: string };

/**
 * Runs a program of the operating system to its end; `code` is null if it could not be run. `reg-export` is `reg
 * export` with the exported file as its output.
 */
export type RunProgram = (
  program: 'reg' | 'reg-export' | 'plutil',
  args: readonly string[],
) => Promise<{ readonly code: number | null; readonly stdout: Buffer }>;

/** Memory dumps, stored only on this computer. */
export interface CrashDumps {
  /** Newest first. */
  list(): Promise<CrashDump[]>;
  /** @throws AppError `not-found`, `file-not-read` */
  read(id: string): Promise<Uint8Array>;
  /** Does nothing if it is gone. */
  remove(id: string): Promise<void>;
}

export interface Clipboard {
  readText(): Promise<string>;
  writeText(text: string): Promise<void>;
}

export interface SystemNotifications {
  /** Returns whether the operating system accepts notifications. */
  supported(): boolean;
  /** Shows one; does not tell whether anybody saw it. */
  show(notice: SystemNotification): void;
}

/** A notification in plain text: server text in it is already made harmless, and the host escapes what it must. */
export interface SystemNotification {
  readonly title: string;
  readonly body: string;
  readonly sound: boolean;
  /** Where the window goes after a click: `#/machines/cpu`. */
  readonly place: string;
  /** Called on a click, before the window is shown. */
  readonly clicked: () => void;
  /** Called when the operating system says whether it shows the notification; some never do. */
  readonly settled?: (shown: boolean) => void;
}

export interface HostPaths {
  /** The data folder; everything the app stores is below it. */
  readonly data: string;
}

/** The data folder's place and its planned move at the next start; stored outside of it. */
export interface DataPlace {
  /** @throws AppError `data-place-damaged` */
  state(): Promise<{
    readonly movesTo: string | null;
    readonly before: string | null;
    readonly problem: ErrorCode | null;
  }>;
  /** Creates the empty folder that would become it. @throws AppError `new-place-refused`, `new-place-not-written` */
  plan(chosen: string): Promise<string>;
  /** Plans the move for the next start; null cancels it. @throws AppError `new-place-not-written` */
  keep(to: string | null): Promise<void>;
}

/** Files that wait until a page has imported them. */
export interface OpenedFiles {
  /** Hands out the oldest one, once, or null. */
  take(sender: Sender): OpenedFile | null;
  /** Forgets files that a page has finished with. */
  finish(ids: readonly number[]): void;
}

/** The operating system's keychain. */
export interface Keychain {
  state(): Promise<KeychainState>;
  /** @throws AppError `vault-keychain-unavailable` */
  seal(plain: Uint8Array): Promise<Uint8Array>;
  /** @throws AppError `vault-keychain-unavailable` */
  unseal(sealed: Uint8Array): Promise<Unsealed>;
  /** Lets the user unlock it in the system's own prompt, and returns when they have answered; absent if it asks itself. */
  readonly unlock?: () => Promise<void>;
}

export interface Unsealed {
  readonly plain: Uint8Array;
  /** The key that sealed it. `older`: seal it again; `fixed-key`: anyone can open it. */
  readonly by: 'current' | 'older' | 'fixed-key';
}

export type KeychainState =
  | { readonly available: true }
  | {
      readonly available: false;
      /** `fixed-key`: Electron on Linux would use a key that anyone has. */
      readonly problem: 'not-offered' | 'no-keyring' | 'fixed-key' | 'locked' | 'failed';
    };

/** The settings file: electron-store in Electron, its parent `conf` elsewhere, the same file. */
export interface SettingsFile {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export type WorkerName = 'storage' | 'certificates' | 'maintenance' | 'descriptions' | 'demo';

/**
 * Starts the app's workers. Storage is a thread if the runtime has `node:sqlite` (Electron 33 does not). Certificates
 * are read in a process: cancelling a derivation ends it with everything that it read, and a file that crashes it
 * crashes nothing else; the same goes for maintenance calendars and descriptions of APIs. The web host keeps the demo out of its memory.
 */
export interface Workers {
  start(name: WorkerName): WorkerPort;
}

/** A started worker. Messages are structured-cloned and keep their order. */
export interface WorkerPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, for any kind of exit. */
  onExit(listener: (reason: string) => void): void;
  /** Ends a process at once, a thread after its current answer. Ask by message for work that must be finished first. */
  stop(): Promise<void>;
}

/**
 * Prints HTML pages. They contain text of models and servers: nothing in them runs, loads anything or links anywhere.
 */
export interface Printing {
  /**
   * Shows the operating system's print dialog, or returns the path at which the user's browser finds the page and
   * prints it. @throws AppError `no-printer`, `print-failed`
   */
  print(
    html: string,
  ): Promise<
    | { readonly kind: 'printed' }
    | { readonly kind: 'cancelled' }
    | { readonly kind: 'opens'; readonly path: string }
  >;
  /** Returns the page as PDF; absent if the browser's dialog saves it. @throws AppError `print-failed` */
  pdf?(html: string): Promise<Uint8Array>;
}

export interface Files {
  /** Offers a file to the user; with `secret`, readable only by the user (mode 0600). */
  save(
    file: { name: string; bytes: Uint8Array; secret: boolean },
    sender: Sender,
  ): Promise<SavedFile>;
}

/** Like `Files.save`, for a private file that may be too large for memory: `write` creates it at an unused path. */
export type SaveStreamed = (
  file: { name: string; write(target: string): Promise<unknown> },
  sender: Sender,
) => Promise<SavedFile>;

/** The redacted log: callers pass codes and facts, never secrets or bodies. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, cause: unknown, facts?: Readonly<Record<string, unknown>>): void;
}
