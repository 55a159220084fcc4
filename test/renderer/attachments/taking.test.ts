// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { attachFile } from '../../../renderer/attachments/taking/attach-file.ts';
import { createClient } from '../../../renderer/client/index.ts';
import { createWorld } from '../world.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const bomb = Buffer.from(pixel);
bomb.writeUInt32BE(60_000, 16);
bomb.writeUInt32BE(60_000, 20);

/** What was to be drawn, by type; jsdom draws nothing. */
const drawn: string[] = [];
globalThis.createImageBitmap = async (image: ImageBitmapSource) => {
  drawn.push(image instanceof Blob ? image.type : '');
  throw new Error('nothing is drawn here');
};
afterEach(() => {
  drawn.length = 0;
});

/** The head of a box of 100 bytes, and 10 of them. */
const cutBox = Buffer.concat([
  Buffer.from('00000064', 'hex'),
  Buffer.from('mdat'),
  Buffer.alloc(10),
]);

/** Takes in a file by its bytes alone. */
function take(bytes: Uint8Array, name: string) {
  const { bridge } = createWorld();
  const file = new File([new Uint8Array(bytes)], name);
  // jsdom's files have no bytes to ask for
  Object.defineProperty(file, 'arrayBuffer', {
    value: async () => new Uint8Array(bytes).buffer,
  });
  return attachFile(
    { file, name },
    {
      client: createClient(bridge),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  );
}

/** An image of ISO 14496-12 boxes that calls itself so and names this size. */
function boxed(brand: string, width: number, height: number): Buffer {
  const box = (type: string, ...inside: Buffer[]): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), ...inside]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(body.length + 4);
    return Buffer.concat([size, body]);
  };
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32BE(width, 4);
  sizes.writeUInt32BE(height, 8);
  const properties = box('iprp', box('ipco', box('ispe', sizes)));
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1${brand}`, 'latin1')),
    box('meta', Buffer.alloc(4), properties),
  ]);
}

function bitmap(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54);
  bytes.write('BM');
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt16LE(24, 28);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  return bytes;
}

test.each([
  ['one that is cut off', pixel.subarray(0, 40)],
  ['one of 3,600,000,000 pixels', bomb],
  ['a BMP of 2,500,000,000 pixels', bitmap(50_000, -50_000)],
  ['an AVIF of as many', boxed('avif', 50_000, 50_000)],
  ['an AVIF that does not say how large it is', boxed('avif', 0, 0)],
  ['an AVIF that is cut off', boxed('avif', 4, 4).subarray(0, 30)],
  ['an AVIF without the end of its pixels', Buffer.concat([boxed('avif', 4, 4), cutBox])],
  ['a BMP without pixels', bitmap(4, 4)],
  ['a BMP without its last row', Buffer.concat([bitmap(4, -4), Buffer.alloc(3 * 12)])],
])('an image is refused before anything is stored or drawn: %s', async (_what, bytes) => {
  await expect(take(bytes, 'a.png')).rejects.toMatchObject({
    code: 'image-unreadable',
    details: { name: 'a.png' },
  });
  expect(drawn).toEqual([]);
});

test('a whole one is drawn', async () => {
  await expect(
    take(Buffer.concat([bitmap(4, -4), Buffer.alloc(4 * 12)]), 'a.bmp'),
  ).rejects.toMatchObject({ code: 'image-unreadable' });
  expect(drawn).toEqual(['image/bmp']);
});

test('a form of images that is not drawn here is named', async () => {
  await expect(take(boxed('heic', 640, 480), 'a.heic')).rejects.toMatchObject({
    code: 'image-form',
    details: { name: 'a.heic', form: 'HEIC' },
  });
});

test('old and encrypted office documents are refused as such', async () => {
  const bytes = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);
  await expect(take(bytes, 'a.doc')).rejects.toMatchObject({ code: 'document-protected' });
});

/** A photo with its place, turned as EXIF says. */
function photo(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('N35 E139')]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  const frame = Buffer.from('ffc0000b080001000101011100', 'hex');
  const scan = Buffer.from('ffda0008010100003f000102ffd9', 'hex');
  return Buffer.concat([Buffer.from([0xff, 0xd8]), head, body, frame, scan]);
}

test('a photo leaves without its place, as it is but for that', async () => {
  const { sent } = await taken(photo(1), false);
  expect(sent.includes('N35 E139')).toBe(false);
  expect(sent.toString('hex')).toBe(`ffd8${photo(1).toString('hex').slice(-54)}`);
  expect(drawn).toEqual([]);
});

test('only a photo that is turned is drawn anew', async () => {
  await expect(taken(photo(6), false)).rejects.toMatchObject({ code: 'image-unreadable' });
  expect(drawn).toEqual(['image/jpeg']);
});

test('a photo keeps all where the user wants so', async () => {
  const { sent } = await taken(photo(6), true);
  expect(sent).toEqual(photo(6));
  expect(drawn).toEqual([]);
});

/** What main gets of an image. */
async function taken(bytes: Buffer, keeps: boolean) {
  const { bridge } = createWorld();
  const pieces: Uint8Array[] = [];
  bridge.answer({
    'attachments.begin': () => ({ uploadId: 'u' }),
    'attachments.append': (input) => void pieces.push(input.bytes),
    'attachments.finish': () => ({
      ...{ hash: 'a'.repeat(64), size: 1, type: 'image/jpeg' as const },
      ...{ width: 1, height: 1, characters: null, tokens: 1 },
    }),
  });
  const file = new File([new Uint8Array(bytes)], 'a.jpg');
  Object.defineProperty(file, 'arrayBuffer', { value: async () => new Uint8Array(bytes).buffer });
  await attachFile(
    { file, name: 'a.jpg' },
    {
      client: createClient(bridge),
      signal: new AbortController().signal,
      keepsMetadata: () => keeps,
      onProgress: () => undefined,
    },
  );
  return { sent: Buffer.concat(pieces) };
}
