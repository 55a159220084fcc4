import * as z from 'zod';
import { call } from './define.ts';
import { bytes, nothing, savedFile } from './shapes.ts';

const passphrase = z.string().min(8).max(1024);

/** Everything that is kept in one file under a passphrase, and back: docs/data.md says what it holds. */
export const backups = {
  /** Where the keychain protects the vault, the passphrase protects it in the backup; else its own does. */
  make: call(z.object({ passphrase }), savedFile),
  /** Hands over a piece of a file for `restore`, the pieces in order. */
  take: call(z.object({ first: z.boolean(), bytes }), nothing),
  /**
   * Looks at all of what was handed over and lays it down: the next start of the app puts it in the place of what
   * is there, which is kept aside.
   */
  restore: call(z.object({ passphrase }), nothing),
  /** Takes back what the next start would do. */
  forget: call(nothing, nothing),
};
