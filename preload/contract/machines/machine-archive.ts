import * as z from 'zod';
import { call } from '../define.ts';
import { bytes, id, savedFile } from '../shapes.ts';

const count = z.number().int().nonnegative();

/** The history of a system's machines as a file: see docs/machine-history.md. */
export const machineArchive = {
  exportFile: call(z.object({ systemId: id, format: z.enum(['csv', 'json']) }), savedFile),
  /** Imports history from before the first observation here; `machines` is 0 if there is none. */
  importFile: call(
    z.object({ systemId: id, bytes }),
    z.object({ machines: count, changes: count }),
  ),
};
