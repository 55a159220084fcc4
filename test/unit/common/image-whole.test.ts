import { expect, test } from 'vitest';
import { imageFacts } from '../../../common/texts/file-kind.ts';
import { isUnpackableImage, isWholeImage, maxSide } from '../../../common/texts/image-structure.ts';

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
/** One pixel each. */
const images = {
  png: bytes(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  gif: bytes('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  webp: bytes('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA='),
  jpeg: new Uint8Array([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xd9, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xaa, 0xff, 0, 0xaa, 0xff, 0xd9],
  ]),
};

test.each(Object.entries(images))(
  'a %s is whole to its last byte, and cut anywhere it is not',
  (_, image) => {
    const facts = imageFacts(image);
    expect(facts).not.toBeNull();
    if (facts === null) return;
    expect(isWholeImage(image, facts.type)).toBe(true);
    expect(isWholeImage(new Uint8Array([...image, 0, 0]), facts.type)).toBe(true);
    for (let length = 30; length < image.length - 4; length += 1) {
      expect(isWholeImage(image.subarray(0, length), facts.type), `${length} bytes`).toBe(false);
    }
  },
);

test.each([
  [8_000, 8_000, true],
  [30_000, 3_000, true],
  [10_001, 10_000, false],
  [maxSide + 1, 1, false],
  [1, 2 ** 32 - 1, false],
])('an image of %i x %i is unpacked: %s', (width, height, is) => {
  expect(isUnpackableImage({ width, height })).toBe(is);
});
