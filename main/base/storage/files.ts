import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { rename, rm } from '../outside/index.ts';

/**
 * Writes a file readable by the user alone (0600) so that a crash leaves the old one or the new one,
 * never half of it.
 */
export async function writeFileAtomically(file: string, data: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
}
