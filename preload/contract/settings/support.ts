import * as z from 'zod';
import { call } from '../define.ts';
import { id, instant, nothing, savedFile } from '../shapes.ts';

/** What is left of a part of the app that ended by a fault; it never leaves the computer by itself. */
export const crashDump = z.object({ id, at: instant, size: z.int() });
export type CrashDump = z.infer<typeof crashDump>;

/** A file of what is put together for others, without secrets and names. */
const supportFile = z.object({ name: z.string(), text: z.string() });
export type SupportFile = z.infer<typeof supportFile>;

export const support = {
  /** Puts together what helps others to help, to be looked at before it is saved. */
  gather: call(
    /** `crashes`: also says which dumps there are; none of them is among the files. */
    z.object({ crashes: z.boolean() }),
    z.object({ id, files: z.array(supportFile) }),
  ),
  /** Saves what was gathered as it was shown, in one ZIP archive. */
  save: call(z.object({ id }), savedFile),
  /** The newest first. */
  crashes: call(nothing, z.array(crashDump)),
  /** A dump holds what stood in memory, secrets too. */
  saveCrash: call(z.object({ id }), savedFile),
  removeCrash: call(z.object({ id }), nothing),
};
