import * as z from 'zod';
import { call, event, resource } from './define.ts';
import { menuIds } from './menu.ts';
import { environmentFinding } from './settings/environment.ts';
import { bytes, confirmation, nothing, problem, savedFile } from './shapes.ts';

/** Characters of a text that `saveText` takes: more than any answer of a model. */
export const longestSavedText = 8 * 1024 * 1024;

export const appInfo = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web']),
  platform: z.string(),
  dataFolder: z.string(),
  /** Names and versions of what the app runs on, for example `{ electron: '45.4.1', node: '24.21.0' }`. */
  runtime: z.record(z.string(), z.string()),
  /** Whether the host itself has a checker of spelling; no when absent. A browser has its own. */
  spelling: z.boolean().optional(),
  /** What is set in the environment and bears on safety. */
  environment: z.array(environmentFinding),
  /** What could be read out of a database that was damaged, or had lost its log, at this start; null where it was sound. */
  damage: z
    .object({
      /** Of the folder in which the damaged file lies; null where only what stood in its log is missing. */
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
  z.object({ kind: z.literal('read'), fileName: z.string(), bytes }),
  z.object({ kind: z.literal('failed'), fileName: z.string(), problem }),
]);
export type OpenedFile = z.infer<typeof openedFile>;

/** What the operating system makes of the start at login: it may want the user's approval, or have it switched off. */
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
   * Opens an address of the web or of mail outside the app (`externalAddress`). Where only the page's own browser
   * can, `opened` is false and `address` what it is to open: a path that leads there once, or a `mailto:`.
   */
  openExternal: call(
    z.object({ url: z.url() }),
    z.object({ opened: z.boolean(), address: z.string().nullable() }),
  ),
  /** Offers a picture (PNG) to the user as a file; what is none is refused. */
  savePicture: call(
    z.object({ name: z.string().min(1).max(1000), bytes: bytes.refine(isPng) }),
    savedFile,
  ),
  /**
   * Saves a text of the page where the user says; downloads of the page itself are refused in Electron.
   * Of `name` main keeps what can be a file's name, without any folder.
   */
  saveText: call(
    z.object({ name: z.string().min(1).max(255), text: z.string().max(longestSavedText) }),
    savedFile,
  ),
  /** What the operating system makes of the start at login and of running without a window. */
  background: call(nothing, backgroundState),
  /** What a menu or the operating system asks of the windows. */
  command: event(z.object({ command: z.enum(menuIds) })),
  /** A place of the window to go to, as the fragment of its address: `#/machines/cpu`. */
  goTo: event(z.object({ place: z.string() })),
  /** The image at this place of the page, in CSS pixels, is to be saved as a file. */
  saveImage: event(z.object({ x: z.number(), y: z.number() })),
  /** A file waits for `takeOpenedFile`. */
  fileOpened: event(nothing),
  /** The file that has waited longest, once; null when none waits. */
  takeOpenedFile: call(nothing, openedFile.nullable()),
};

export const vaultState = z.object({
  /** `not-set-up`: no keychain and no passphrase yet; `locked`: the passphrase is needed. */
  state: z.enum(['ready', 'locked', 'not-set-up']),
  protection: z.enum(['keychain', 'passphrase', 'none']),
  /**
   * Why the operating system's keychain is not used, as a code for a sentence; null when it is. `exposed`: secrets are
   * stored under a key that anyone can know, and serve again once a passphrase is set.
   */
  keychainProblem: z
    .enum(['not-offered', 'no-keyring', 'fixed-key', 'exposed', 'failed'])
    .nullable(),
});
export type VaultState = z.infer<typeof vaultState>;

const passphrase = z.string().min(1).max(1024);

export const vault = {
  ...resource(nothing, vaultState),
  /** `current` is the passphrase that protects the vault now, where there is one. */
  setPassphrase: call(
    z.object({ passphrase: passphrase.min(8), current: passphrase.optional() }),
    vaultState,
  ),
  unlock: call(z.object({ passphrase }), vaultState),
  /** Takes the passphrase again, for a call that failed with `vault-confirmation-needed`: good once, for a minute. */
  confirm: call(z.object({ passphrase }), z.object({ confirmation })),
  lock: call(nothing, vaultState),
  /** The user has just done something in a window: the vault does not lock by itself for a while. */
  active: call(nothing, nothing),
};

/** The first bytes of every PNG (ISO/IEC 15948, section 5.2). */
const signature = [137, 80, 78, 71, 13, 10, 26, 10];

function isPng(bytes: Uint8Array): boolean {
  return bytes.byteLength <= 32 * 1024 * 1024 && signature.every((byte, at) => bytes[at] === byte);
}
