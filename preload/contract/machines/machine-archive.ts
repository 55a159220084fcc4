import * as z from 'zod';
import { call } from '../define.ts';
import { bytes, id, savedFile } from '../shapes.ts';

const count = z.number().int().nonnegative();

/** The history of a system's machines as a file: docs/machine-history.md says what it holds. */
export const machineArchive = {
  exportFile: call(z.object({ systemId: id, format: z.enum(['csv', 'json']) }), savedFile),
  /** Takes in what lies before anything was seen here; `machines` 0 where there is nothing of that. */
  importFile: call(
    z.object({ systemId: id, bytes }),
    z.object({ machines: count, changes: count }),
  ),
};
