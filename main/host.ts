import type { Sender } from '../preload/contract/index.ts';
import type { SavedFile } from '../preload/contract/shapes.ts';

/** What a host must provide (ports). The core imports no `electron`; it is handed these. */
export interface Host {
  readonly kind: 'electron' | 'web';
  readonly version: string;
  readonly platform: string;
  readonly runtime: Readonly<Record<string, string>>;
  readonly paths: HostPaths;
  readonly keychain: Keychain;
  readonly settings: SettingsFile;
  readonly workers: Workers;
  readonly files: Files;
  /** Opens an address in the user's browser; false where the renderer's own browser has to. */
  openExternal(url: string): Promise<boolean>;
  readonly log: Log;
}

export interface HostPaths {
  /** The data folder: everything the app keeps lies below it. */
  readonly data: string;
}

/** The operating system's keychain. */
export interface Keychain {
  state(): Promise<KeychainState>;
  /** @throws AppError `vault-keychain-unavailable` */
  seal(plain: Uint8Array): Promise<Uint8Array>;
  unseal(sealed: Uint8Array): Promise<Uint8Array>;
}

export type KeychainState =
  | { readonly available: true; readonly backend: string }
  | {
      readonly available: false;
      /** `fixed-key`: Electron on Linux would seal with a key that anyone has (`basic_text`). */
      readonly problem: 'not-offered' | 'no-keyring' | 'fixed-key' | 'failed';
    };

/** The settings file: electron-store in Electron, its parent `conf` elsewhere, the same file. */
export interface SettingsFile {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export type WorkerName = 'storage' | 'certificates' | 'demo';

/**
 * Starts the app's workers: worker threads where the runtime has what they need, else child processes
 * (`node:sqlite` is missing in Electron 33; the demo is kept out of the web host's memory).
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
  /** Ends it at once; what must be finished first is asked of it by message. */
  stop(): Promise<void>;
}

export interface Files {
  /** Offers a file to the user, readable by the user alone (mode 0600) when `secret`. */
  save(
    file: { name: string; bytes: Uint8Array; secret: boolean },
    sender: Sender,
  ): Promise<SavedFile>;
}

/** The redacted log: callers pass codes and facts, never secrets or bodies. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, cause: unknown, facts?: Readonly<Record<string, unknown>>): void;
}
