import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** sqlite.org/fileformat2.html, 1.3: the header's size, and the offsets of fields that are not constant here. */
const size = 100;
const changeCounterAt = 24;
const pagesAt = 28;
const validForAt = 92;

/**
 * Replaces an unreadable header by that of a sound database of the app, which always has the same page size and
 * encoding, with the file's own page count.
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
    // no free pages: the old fields cannot be trusted
    header.fill(0, 32, 40);
    header.copy(header, validForAt, changeCounterAt, changeCounterAt + 4);
    writeSync(to, header, 0, size, 0);
  } finally {
    closeSync(to);
  }
}
