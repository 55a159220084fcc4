import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** sqlite.org/fileformat2.html, 1.3: the size, and where the fields stand that are no constants here. */
const size = 100;
const changeCounterAt = 24;
const pagesAt = 28;
const validForAt = 92;

/**
 * Writes a header that SQLite takes over one that it does not: of a sound database of the app, whose page size
 * and encoding are always the same, with the number of pages that the file has.
 */
export function replaceHeader(file: string, sound: string): void {
  const header = Buffer.alloc(size);
  const from = openSync(sound, 'r');
  try {
    readSync(from, header, 0, size, 0);
  } finally {
    closeSync(from);
  }
  const to = openSync(file, 'r+');
  try {
    const pageSize = header.readUInt16BE(16);
    header.writeUInt32BE(Math.floor(fstatSync(to).size / pageSize), pagesAt);
    // no free pages: what these fields said cannot be believed
    header.fill(0, 32, 40);
    header.copy(header, validForAt, changeCounterAt, changeCounterAt + 4);
    writeSync(to, header, 0, size, 0);
  } finally {
    closeSync(to);
  }
}
