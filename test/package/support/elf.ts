import { readFileSync } from 'node:fs';

/** The libraries that a 64-bit ELF file for this byte order names (`DT_NEEDED`, elf(5)); none of any other file. */
export function neededBy(file: string): string[] {
  const bytes = readFileSync(file);
  if (bytes.length < 64 || bytes.readUInt32BE(0) !== 0x7f454c46 || bytes[4] !== 2) return [];
  const number = (at: number): number => Number(bytes.readBigUInt64LE(at));
  const segments = Array.from({ length: bytes.readUInt16LE(56) }, (_, index) => {
    const at = number(32) + index * bytes.readUInt16LE(54);
    const type = bytes.readUInt32LE(at);
    return { type, offset: number(at + 8), address: number(at + 16), size: number(at + 32) };
  });
  const dynamic = segments.find(({ type }) => type === 2);
  if (dynamic === undefined) return [];
  const entries = Array.from({ length: dynamic.size / 16 }, (_, index) => {
    const at = dynamic.offset + index * 16;
    return { tag: number(at), value: number(at + 8) };
  });
  const table = entries.find(({ tag }) => tag === 5)?.value ?? 0;
  const loaded = segments.find(
    ({ type, address, size }) => type === 1 && table >= address && table < address + size,
  );
  if (loaded === undefined) return [];
  const names = table - loaded.address + loaded.offset;
  return entries
    .filter(({ tag }) => tag === 1)
    .map(({ value }) => {
      const start = names + value;
      return bytes.toString('latin1', start, bytes.indexOf(0, start));
    });
}
