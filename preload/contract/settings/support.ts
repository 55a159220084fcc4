import * as z from 'zod';
import { call } from '../define.ts';
import { id, instant, nothing, savedFile } from '../shapes.ts';

/** The dump of a crashed part of the app; it never leaves the computer by itself. */
export const crashDump = z.object({ id, at: instant, size: z.int() });
export type CrashDump = z.infer<typeof crashDump>;

/** A file for others, without secrets and names. */
const supportFile = z.object({ name: z.string(), text: z.string() });
export type SupportFile = z.infer<typeof supportFile>;

export const support = {
  /** Creates the support file, for reading before it is saved. */
  gather: call(
    /** `crashes`: also lists the dumps; none of them is among the files. */
    z.object({ crashes: z.boolean() }),
    z.object({ id, files: z.array(supportFile) }),
  ),
  /** Saves the support file as shown, in one ZIP archive. */
  save: call(z.object({ id }), savedFile),
  /** Newest first. */
  crashes: call(nothing, z.array(crashDump)),
  /** A dump contains memory, secrets included. */
  saveCrash: call(z.object({ id }), savedFile),
  removeCrash: call(z.object({ id }), nothing),
};
