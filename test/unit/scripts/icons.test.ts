import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { toIcns, toIco } from '../../../scripts/icons.ts';

const images = [
  { size: 16, png: Buffer.from('sixteen') },
  { size: 256, png: Buffer.from('two hundred and fifty-six') },
];

describe('an ico file', () => {
  test('leads from its directory to each image', () => {
    const ico = toIco(images);
    expect(ico.readUInt16LE(2)).toBe(1);
    expect(ico.readUInt16LE(4)).toBe(2);
    images.forEach(({ size, png }, index) => {
      const entry = ico.subarray(6 + 16 * index);
      expect(entry.readUInt8(0) || 256).toBe(size);
      const offset = entry.readUInt32LE(12);
      expect(ico.subarray(offset, offset + entry.readUInt32LE(8))).toEqual(png);
    });
  });
});

describe('an icns file', () => {
  test('is blocks whose lengths add up to its own', () => {
    const icns = toIcns((size) => Buffer.from(`image of ${size}`));
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const found = new Map<string, string>();
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      found.set(
        icns.toString('latin1', at, at + 4),
        icns.toString('latin1', at + 8, at + icns.readUInt32BE(at + 4)),
      );
    }
    expect(found.get('ic10')).toBe('image of 1024');
    expect(found.get('icp4')).toBe('image of 16');
    expect(found.size).toBe(10);
  });
});

test.each([16, 32, 256, 1024])('the icon of %i pixels is committed at its size', async (size) => {
  const png = await readFile(new URL(`../../../assets/icons/${size}x${size}.png`, import.meta.url));
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
});
