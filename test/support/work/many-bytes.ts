import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** Writes a file of any size whose pieces differ, without holding it. Returns its hash. */
export async function writeMany(path: string, megabytes: number): Promise<string> {
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  const piece = Buffer.from(Array.from({ length: 1024 * 1024 }, (_, at) => (at * 31) % 251));
  for (let at = 0; at < megabytes; at += 1) {
    piece.writeUInt32LE(at);
    hash.update(piece);
    await file.write(piece);
  }
  await file.close();
  return hash.digest('hex');
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
