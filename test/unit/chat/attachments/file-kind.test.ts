import { expect, test } from 'vitest';
import { imageFacts, isPdf, isReadable } from '../../../../common/texts/file-kind.ts';
import { describe as describeFile } from '../../../../main/chat/attachments/describe.ts';
import { pngImage } from '../../../support/files/files.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );

const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe1, 0, 8],
  'Exif\0\0',
  [0xff, 0xff, 0xc4, 0, 4, 1, 2],
  [0xff, 0xc2, 0, 11, 8, 0x02, 0x58, 0x03, 0x20, 1, 1, 0x11, 0],
);
const riff = (chunk: string, body: number[]): Buffer =>
  bytes('RIFF', [40, 0, 0, 0], 'WEBP', chunk, [20, 0, 0, 0], body);

test.each([
  ['PNG', pngImage(7, 9), { type: 'image/png', width: 7, height: 9 }],
  ['GIF', bytes('GIF89a', [0x40, 1, 0xf0, 0]), { type: 'image/gif', width: 320, height: 240 }],
  ['progressive JPEG after EXIF', jpeg, { type: 'image/jpeg', width: 800, height: 600 }],
  [
    'lossy WebP',
    riff('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0x20, 0x43, 0x58, 0x02]),
    { type: 'image/webp', width: 800, height: 600 },
  ],
  [
    'lossless WebP',
    riff('VP8L', [0x2f, 0x1f, 0xc3, 0x95, 0, 0, 0, 0, 0, 0]),
    { type: 'image/webp', width: 800, height: 600 },
  ],
  [
    'extended WebP',
    riff('VP8X', [0, 0, 0, 0, 0x1f, 3, 0, 0x57, 2, 0]),
    { type: 'image/webp', width: 800, height: 600 },
  ],
])('an image is known by its content: %s', (_, image, facts) => {
  expect(imageFacts(image)).toEqual(facts);
});

test.each([
  ['nothing', bytes('')],
  ['a PNG cut in its head', pngImage(7, 9).subarray(0, 20)],
  ['a PNG without pixels', pngImage(7, 9).fill(0, 16, 20)],
  ['a JPEG without a frame', jpeg.subarray(0, 20)],
  ['a JPEG with nonsense between segments', bytes([0xff, 0xd8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])],
  ['a sound in RIFF', bytes('RIFF', [40, 0, 0, 0], 'WAVEfmt ', new Array<number>(20).fill(0))],
])('no image: %s', (_, file) => {
  expect(imageFacts(file)).toBeNull();
});

test('a PDF may begin with something else, within 1,024 bytes', () => {
  expect(isPdf(bytes('%PDF-1.7\n'))).toBe(true);
  expect(isPdf(bytes(new Array<number>(1000).fill(32), '%PDF-2.0'))).toBe(true);
  expect(isPdf(bytes(new Array<number>(2000).fill(32), '%PDF-2.0'))).toBe(false);
  expect(isPdf(bytes('%PD'))).toBe(false);
});

test('terminal colours are text, control characters are not', () => {
  expect(isReadable('a\t\x1b[31mred\x1b[0m\f\r\n日本')).toBe(true);
  expect(isReadable('a\0b')).toBe(false);
  expect(isReadable('a\x01')).toBe(false);
});

test('main goes by the content, whatever the name says', () => {
  const hash = '0'.repeat(64);
  expect(describeFile(pngImage(28, 56), hash, 'a.txt')).toMatchObject({
    type: 'image/png',
    tokens: 2,
  });
  expect(describeFile(Buffer.from('日本 abcd'), hash, 'a.png')).toMatchObject({
    type: 'text/plain',
    characters: 7,
    tokens: 4,
  });
  expect(describeFile(bytes('%PDF-1.4 '), hash, 'a')).toMatchObject({ tokens: 0 });
  for (const wrong of [
    [0x93, 0xfa, 0x96, 0x7b],
    [0x61, 0x00],
    [0x7f, 0x45, 0x4c, 0x46, 1, 1],
  ]) {
    expect(() => describeFile(Buffer.from(wrong), hash, 'x')).toThrow('attachment-unsupported');
  }
});
