import type { BackgroundState, OpenedFile } from '../../preload/contract/app.ts';
import type { ErrorCode } from '../../preload/contract/errors.ts';
import type { Sender } from '../../preload/contract/index.ts';
import type { EnvironmentFinding } from '../../preload/contract/settings/environment.ts';
import type { PolicySource } from '../../preload/contract/settings/policy.ts';
import type { CrashDump } from '../../preload/contract/settings/support.ts';
import type { SavedFile } from '../../preload/contract/shapes.ts';
import type { OfferedCertificate } from '../../preload/contract/systems/session.ts';

/** What a host must provide (ports). The core imports no `electron`; it is handed these. */
export interface Host {
  readonly kind: 'electron' | 'web';
  readonly version: string;
  readonly platform: string;
  readonly runtime: Readonly<Record<string, string>>;
  /** What is set in the environment and bears on safety. */
  readonly environment: readonly EnvironmentFinding[];
  readonly paths: HostPaths;
  readonly keychain: Keychain;
  readonly settings: SettingsFile;
  readonly workers: Workers;
  readonly files: Files;
  readonly saveMade: SaveMade;
  /** Opens an address in the user's browser; false where the renderer's own browser has to. */
  openExternal(url: string): Promise<boolean>;
  /** The path by which the renderer's own browser gets to an address of the web; absent where `openExternal` opens it. */
  readonly leave?: (url: string) => string;
  /** Shows the identity provider's pages in a window of the app; absent where there are no windows. */
  readonly openSignInWindow?: (options: SignInWindowOptions) => Promise<SignInWindow>;
  /** Shows them in a tab of the user's browser, at an origin of the tab's own; absent where there are windows. */
  readonly openSignInTab?: (options: SignInTabOptions) => Promise<SignInTab>;
  /** The file that the user opened with the app and that has waited longest, once; absent where nothing opens files. */
  readonly takeOpenedFile?: () => OpenedFile | null;
  /** What the operating system makes of running without a window; absent where the app has none of its own. */
  readonly background?: () => Promise<BackgroundState>;
  /** The proxy on the way to an address, as the operating system says (`PROXY host:port; DIRECT`); absent where it is not asked. */
  readonly resolveProxy?: (url: string) => Promise<string>;
  /** The operating system's clipboard; absent where only the page reaches it. */
  readonly clipboard?: Clipboard;
  /** To be told when the computer is locked or about to sleep; absent where nobody tells. @returns takes it back */
  readonly onComputerLocked?: (listener: () => void) => () => void;
  /** To be told when the computer goes to sleep (true) and wakes; absent where nobody tells. @returns takes it back */
  readonly onSleep?: (listener: (asleep: boolean) => void) => () => void;
  /** To be told when the screen is locked (true) and unlocked; absent where nobody tells. @returns takes it back */
  readonly onScreenLocked?: (listener: (locked: boolean) => void) => () => void;
  /** Notices by the operating system, whether or not a window is open; absent where only pages can show them. */
  readonly notices?: OwnNotices;
  /** BCP 47 tags, the preferred first; absent where only the browser knows. */
  readonly preferredLanguages?: () => readonly string[];
  /** Lets the user choose a folder to write to; null where none was chosen. Absent where there are no dialogs. */
  readonly chooseFolder?: (sender: Sender) => Promise<string | null>;
  /** Puts pages on paper; absent where nothing can. */
  readonly printing?: Printing;
  /** What moves the data folder; absent where nothing can. */
  readonly dataPlace?: DataPlace;
  /** The one file that all of the app is (an AppImage); absent where it is installed in another way. */
  readonly image?: OwnImage;
  /** Whether spelling can be checked without fetching anything; absent: no. */
  readonly spelling?: boolean;
  /** Where a site's policy may be, the strongest place first; absent: nowhere. */
  readonly policy?: { readonly places: readonly PolicyPlace[]; readonly run: RunProgram };
  /** What is left of parts of the app that ended by a fault; absent where nothing keeps that. */
  readonly crashes?: CrashDumps;
  readonly log: Log;
}

/** The file that the app was started from, where it is one file. */
export interface OwnImage {
  readonly path: string;
  /** Ends the app, which writes what it holds, and starts what lies at the path by then. */
  restart(): void;
}

/** A place that may hold a site's policy (docs/policy.md). */
export type PolicyPlace =
  | {
      readonly by: 'file';
      readonly kind: PolicySource['kind'];
      readonly path: string;
      /** User ids; null: anybody's will do. */
      readonly owners: readonly number[] | null;
      /** Whether the folder has to be theirs as well. */
      readonly ownFolder: boolean;
    }
  | {
      readonly by: 'registry';
      readonly kind: PolicySource['kind'];
      readonly hive: 'HKLM' | 'HKCU';
      /** Its key's name. */
      readonly product: string;
    }
  | { readonly by: 'preferences'; readonly kind: PolicySource['kind']; readonly path: string };

/**
 * Runs a program of the operating system to its end; `code` is null where it could not be run. `reg-export` is
 * `reg export` with what it writes as its output.
 */
export type RunProgram = (
  program: 'reg' | 'reg-export' | 'plutil',
  args: readonly string[],
) => Promise<{ readonly code: number | null; readonly stdout: Buffer }>;

/** Dumps of memory, kept on this computer only. */
export interface CrashDumps {
  /** The newest first. */
  list(): Promise<CrashDump[]>;
  /** @throws AppError `not-found`, `file-not-read` */
  read(id: string): Promise<Uint8Array>;
  /** One that is gone is nothing. */
  remove(id: string): Promise<void>;
}

export interface Clipboard {
  readText(): Promise<string>;
  writeText(text: string): Promise<void>;
}

export interface OwnNotices {
  /** Whether the operating system takes any. */
  supported(): boolean;
  /** Shows one. Whether anybody saw it, nobody knows. */
  show(notice: OwnNotice): void;
}

/** A notice as plain text: what in it came from a server is made harmless already, and the host escapes what it must. */
export interface OwnNotice {
  readonly title: string;
  readonly body: string;
  readonly sound: boolean;
  /** Where the window is to be after a click: `#/machines/cpu`. */
  readonly place: string;
  /** The user clicked; then the window is shown. */
  readonly clicked: () => void;
  /** The operating system said whether it shows it; some never say. */
  readonly settled?: (shown: boolean) => void;
}

export interface HostPaths {
  /** The data folder: everything the app keeps lies below it. */
  readonly data: string;
}

/** Where the data folder is, and where the next start moves it: kept outside of it. */
export interface DataPlace {
  /** @throws AppError `data-place-damaged` */
  state(): Promise<{
    readonly movesTo: string | null;
    readonly before: string | null;
    readonly problem: ErrorCode | null;
  }>;
  /** The folder that would be it, made and empty. @throws AppError `new-place-refused`, `new-place-not-written` */
  plan(chosen: string): Promise<string>;
  /** For the next start; null: it stays. @throws AppError `new-place-not-written` */
  keep(to: string | null): Promise<void>;
}

/** The operating system's keychain. */
export interface Keychain {
  state(): Promise<KeychainState>;
  /** @throws AppError `vault-keychain-unavailable` */
  seal(plain: Uint8Array): Promise<Uint8Array>;
  /** @throws AppError `vault-keychain-unavailable` */
  unseal(sealed: Uint8Array): Promise<Unsealed>;
}

export interface Unsealed {
  readonly plain: Uint8Array;
  /** What had sealed it. By an `older` key: to be sealed again; by the `fixed-key`: anyone can open it. */
  readonly by: 'current' | 'older' | 'fixed-key';
}

export type KeychainState =
  | { readonly available: true }
  | {
      readonly available: false;
      /** `fixed-key`: Electron on Linux would seal with a key that anyone has. */
      readonly problem: 'not-offered' | 'no-keyring' | 'fixed-key' | 'failed';
    };

/** The settings file: electron-store in Electron, its parent `conf` elsewhere, the same file. */
export interface SettingsFile {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export type WorkerName = 'storage' | 'certificates' | 'maintenance' | 'demo';

/**
 * Starts the app's workers. Storage is a thread where the runtime has `node:sqlite` (Electron 33 has not).
 * The certificates' is a process: a derivation that was cancelled ends with it, what it read goes with it,
 * and a file that brings it down brings nothing else down; so it is with calendars of maintenance. The web host keeps the demo out of its memory.
 */
export interface Workers {
  start(name: WorkerName): WorkerPort;
}

/** A started worker. Messages are structured-cloned; order is kept. */
export interface WorkerPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, whatever ended it. */
  onExit(listener: (reason: string) => void): void;
  /**
   * Ends it: a process at once, a thread after what it answers just now. What must be finished first is
   * asked of it by message.
   */
  stop(): Promise<void>;
}

/**
 * Pages of HTML on paper. They hold what models and servers wrote: nothing in them runs, is fetched, or leads
 * anywhere, whatever stands in them.
 */
export interface Printing {
  /**
   * Shows the dialog of the operating system, or gives the path at which the user's browser finds the page and shows
   * its own. @throws AppError `no-printer`, `print-failed`
   */
  print(
    html: string,
  ): Promise<
    | { readonly kind: 'printed' }
    | { readonly kind: 'cancelled' }
    | { readonly kind: 'opens'; readonly path: string }
  >;
  /** The page as PDF; absent where the browser's dialog saves it. @throws AppError `print-failed` */
  pdf?(html: string): Promise<Uint8Array>;
}

export interface Files {
  /** Offers a file to the user, readable by the user alone (mode 0600) when `secret`. */
  save(
    file: { name: string; bytes: Uint8Array; secret: boolean },
    sender: Sender,
  ): Promise<SavedFile>;
}

/**
 * As `Files.save`, of a file for the user alone that may be too much for the memory: `write` makes it at a path where
 * nothing is yet.
 */
export type SaveMade = (
  file: { name: string; write(target: string): Promise<unknown> },
  sender: Sender,
) => Promise<SavedFile>;

/**
 * A window for the identity provider's pages: sandboxed, no preload, in a session of its own that is
 * kept in memory only (a partition name without `persist:`) and cleared when the window closes.
 * Downloads, permissions, new windows and devtools are refused; the title does not follow the page.
 */
export interface SignInWindowOptions {
  readonly startUrl: string;
  readonly title: string;
  readonly language: 'en' | 'ja';
  /** Unique per attempt. */
  readonly partition: string;
  /**
   * Answers every request of the window's session, whatever its kind: to be put behind
   * `session.protocol.handle('https', gateway)`, and `'http'` as well. Never rejects. An answer of
   * 3xx has an absolute `location` of the provider's origin and is to be handed to Chromium as it is.
   * Null where the system has no imported certificate: Chromium's own network is used then, with the
   * operating system's certificates and `authorities`.
   */
  readonly gateway: ((request: Request) => Promise<Response>) | null;
  /**
   * To be asked with the address of every navigation and redirect of the main frame before it is
   * followed (`will-navigate`, `will-redirect`; with `will-frame-navigate` for frames), whichever
   * network is used. False: prevent it. It ends the attempt by itself where the address is the
   * redirect URL, so the code reaches no page.
   */
  readonly mayNavigate: (url: string) => boolean;
  /** Without a gateway only: PEM of authorities to trust beyond the operating system's (`setCertificateVerifyProc`). */
  readonly authorities: readonly string[];
  /** Without a gateway only: which proxy Chromium's network takes (`session.setProxy`), before the first request. */
  readonly proxy: ToldProxy;
  /**
   * Without a gateway only: `did-fail-load` of the main frame (not -3, aborted). Gives a page in the
   * user's language, to be loaded in its place: the window is never blank.
   */
  readonly failurePage: (failure: { readonly url: string; readonly reason: string }) => string;
  /**
   * Without a gateway only: `select-client-certificate`. Always `preventDefault()`; the fingerprint
   * (SHA-256 of the DER, lower-case hex) of the user's choice, or null for none. Never the first silently.
   */
  readonly selectClientCertificate: (
    host: string,
    offered: readonly OfferedCertificate[],
  ) => Promise<string | null>;
  /** The user closed the window. Not called after `close()`. */
  readonly onClosed: () => void;
}

/** What Chromium's own network is told of proxies. It takes none for loopback, as main's takes none. */
export type ToldProxy =
  | { readonly kind: 'system' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'manual';
      /** http or https, without credentials. */
      readonly url: URL;
      readonly except: readonly ProxyException[];
    };

/** What is reached without the proxy; at any port where `port` is null. */
export type ProxyException =
  | { readonly kind: 'all' }
  /** A host and those below it. Lower case; as the user wrote it, which may be no host's name. */
  | { readonly kind: 'name'; readonly name: string; readonly port: string | null }
  /** The addresses whose first `bits` are those of `address`: one alone with all of its bits. */
  | {
      readonly kind: 'range';
      readonly address: string;
      readonly bits: number;
      readonly port: string | null;
    };

export interface SignInWindow {
  /** Closes the window and clears its session. Closing twice is nothing. */
  close(): Promise<void>;
  /** Brings it to the front. */
  focus(): void;
}

/**
 * A tab for the identity provider's pages, served on loopback under a host name that is new for each: its
 * cookies and storage are shared with nothing else there. Who has not come by `page` gets nothing.
 */
export interface SignInTabOptions {
  /** The provider's first page; of its origin the tab's stands in. */
  readonly startUrl: string;
  /** Answers every request of the tab, as asked of the provider's origin. Never rejects. */
  readonly answer: (request: Request) => Promise<Response>;
  /** An address that had let a browser in was asked for again: somebody else may have been first. */
  readonly onSecondUse: () => void;
}

export interface SignInTab {
  /** The path at the host's own origin by which a browser gets to the tab, once and within a minute; new each time. */
  page(): string;
  /** The tab's origin is gone; what is being answered gets a second to end. Closing twice is nothing. */
  close(): Promise<void>;
}

/** The redacted log: callers pass codes and facts, never secrets or bodies. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, cause: unknown, facts?: Readonly<Record<string, unknown>>): void;
}
