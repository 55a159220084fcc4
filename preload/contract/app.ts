import * as z from 'zod';
import { call, event, resource } from './define.ts';
import { menuIds } from './menu.ts';
import { environmentFinding } from './settings/environment.ts';
import { bytes, confirmation, nothing, problem, savedFile } from './shapes.ts';

/** Maximum characters for `saveText`: more than any answer of a model. */
export const maxSavedTextLength = 8 * 1024 * 1024;

export const appInfo = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web']),
  platform: z.string(),
  dataFolder: z.string(),
  /** Names and versions of the runtime, for example `{ electron: '45.4.1', node: '24.21.0' }`. */
  runtime: z.record(z.string(), z.string()),
  /** Whether the host itself can check spelling; default no. A browser has its own checker. */
  spelling: z.boolean().optional(),
  /** Environment variables that affect security. */
  environment: z.array(environmentFinding),
  /** The repair of a database that was damaged, or had lost its log, at this start; null if it was sound. */
  damage: z
    .object({
      /** Folder of the damaged file; null if only the log's contents are missing. */
      path: z.string().nullable(),
      systems: z.number().int(),
      conversations: z.number().int(),
      messages: z.number().int(),
      /** Whether all tables were read to their end. */
      whole: z.boolean(),
    })
    .nullable(),
});
export type AppInfo = z.infer<typeof appInfo>;

/** A certificate file that the user opened with the app, or why it could not be read. */
export const openedFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), id: z.int(), fileName: z.string(), bytes }),
  z.object({ kind: z.literal('failed'), id: z.int(), fileName: z.string(), problem }),
]);
export type OpenedFile = z.infer<typeof openedFile>;

/** The operating system's view of the start at login: it may need the user's approval, or be turned off. */
export const loginStates = ['as-set', 'requires-approval', 'switched-off'] as const;
export type LoginState = (typeof loginStates)[number];

export const backgroundState = z.object({
  login: z.enum(loginStates),
  /** Whether the desktop shows the app's icon in a tray. Where it does not, a closed window is minimized instead. */
  hasTray: z.boolean(),
});
export type BackgroundState = z.infer<typeof backgroundState>;

export const app = {
  info: call(nothing, appInfo),
  /**
   * Opens an address of the web or of mail outside the app (`externalAddress`). If only the page's own browser can,
   * `opened` is false and `address` is what it must open: a path that leads there once, or a `mailto:`.
   */
  openExternal: call(
    z.object({ url: z.url() }),
    z.object({ opened: z.boolean(), address: z.string().nullable() }),
  ),
  /** Offers a picture (PNG) to the user as a file; refuses other types. */
  savePicture: call(
    z.object({ name: z.string().min(1).max(1000), bytes: bytes.refine(isPng) }),
    savedFile,
  ),
  /**
   * Saves a text of the page where the user chooses; in Electron the page itself may not download. Main reduces `name`
   * to a file name without any folder.
   */
  saveText: call(
    z.object({ name: z.string().min(1).max(255), text: z.string().max(maxSavedTextLength) }),
    savedFile,
  ),
  /** What the operating system makes of the start at login and of running without a window. */
  background: call(nothing, backgroundState),
  /** A request of a menu or the operating system to the windows. */
  command: event(z.object({ command: z.enum(menuIds) })),
  /** A place for the window to go to, as the fragment of its address: `#/machines/cpu`. */
  goTo: event(z.object({ place: z.string() })),
  /** Asks to save the image at this place of the page, in CSS pixels, as a file. */
  saveImage: event(z.object({ x: z.number(), y: z.number() })),
  /** A file waits for `takeOpenedFile`. */
  fileOpened: event(nothing),
  /**
   * Returns the oldest waiting file, once to a page, or null. A page that is loaded again gets its files again until it
   * has finished with them.
   */
  takeOpenedFile: call(nothing, openedFile.nullable()),
  /** The page has imported these files, or the user wants none of them. */
  finishOpenedFiles: call(z.object({ ids: z.array(z.int()).max(1000) }), nothing),
};

export const vaultState = z.object({
  /** `not-set-up`: no keychain and no passphrase yet; `locked`: the passphrase is needed. */
  state: z.enum(['ready', 'locked', 'not-set-up']),
  protection: z.enum(['keychain', 'passphrase', 'none']),
  /**
   * Why the operating system's keychain is not used, as a code for a sentence; null if it is. `exposed`: secrets are
   * stored under a key that anyone can know, and work again once a passphrase is set.
   */
  keychainProblem: z
    .enum(['not-offered', 'no-keyring', 'fixed-key', 'exposed', 'locked', 'failed'])
    .nullable(),
});
export type VaultState = z.infer<typeof vaultState>;

const passphrase = z.string().min(1).max(1024);

export const vault = {
  ...resource(nothing, vaultState),
  /** `current` is the vault's present passphrase, if any. */
  setPassphrase: call(
    z.object({ passphrase: passphrase.min(8), current: passphrase.optional() }),
    vaultState,
  ),
  unlock: call(z.object({ passphrase }), vaultState),
  /** Checks the passphrase again, for a call that failed with `vault-confirmation-needed`: valid once, for a minute. */
  confirm: call(z.object({ passphrase }), z.object({ confirmation })),
  lock: call(nothing, vaultState),
  /** Lets the user unlock the keychain in the system's own prompt. Returns the state after the answer. */
  unlockKeychain: call(nothing, vaultState),
  /** Reports activity of the user in a window: delays the vault's automatic lock. */
  active: call(nothing, nothing),
};

/** The first bytes of every PNG (ISO/IEC 15948, section 5.2). */
const signature = [137, 80, 78, 71, 13, 10, 26, 10];

function isPng(bytes: Uint8Array): boolean {
  return bytes.byteLength <= 32 * 1024 * 1024 && signature.every((byte, at) => bytes[at] === byte);
}
