import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Returns the SHA-256 of a file, in hexadecimal. */
export const sha256 = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');
