import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { rename, rm } from '../outside/index.ts';

/** Writes a file readable only by the user (0600); after a crash the old or the new file is there, never half of it. */
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
