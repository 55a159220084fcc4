import { expect, test } from 'vitest';
import type { ImageType } from '../../../common/texts/file-kind.ts';
import { withoutMetadata } from '../../../renderer/attachments/taking/metadata.ts';

const place = 'N35 41 E139 45';
const latin = (text: string) => Buffer.from(text, 'latin1');

/** TIFF with an orientation and a place. */
function tiff(orientation: number, isLittle: boolean): Buffer {
  const head = Buffer.alloc(8 + 2 + 12 + 4);
  head.write(isLittle ? 'II' : 'MM', 'latin1');
  const u16 = (value: number, at: number) =>
    isLittle ? head.writeUInt16LE(value, at) : head.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    isLittle ? head.writeUInt32LE(value, at) : head.writeUInt32BE(value, at);
  u16(42, 2);
  u32(8, 4);
  u16(1, 8);
  u16(0x0112, 10);
  u16(3, 12);
  u32(1, 14);
  u16(orientation, 18);
  return Buffer.concat([head, latin(place)]);
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const exif = (orientation: number, isLittle = false) =>
  segment(0xe1, Buffer.concat([latin('Exif\0\0'), tiff(orientation, isLittle)]));
const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const jfif = segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'));
const profile = segment(0xe2, latin('ICC_PROFILE\0\x01\x01colours'));
const adobe = segment(0xee, latin('Adobe\0d\0\0\0\0\x01'));
const frame = segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0]));
// a stuffed byte and a restart within the pixels, tables between two scans
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]),
]);
const table = segment(0xc4, Buffer.from([0, 1, 2]));
const pixels = Buffer.concat([frame, scan, table, scan]);

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body, Buffer.alloc(4, 0xcc)]);
}

function riff(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function webp(...parts: Buffer[]): Buffer {
  const body = Buffer.concat([latin('WEBP'), ...parts]);
  return riff('RIFF', body);
}

const pngHead = latin('\x89PNG\r\n\x1a\n');
const ihdr = chunk('IHDR', Buffer.alloc(13, 1));
const gifHead = Buffer.concat([
  latin('GIF89a'),
  Buffer.from([1, 0, 1, 0, 0x80, 0, 0]),
  Buffer.alloc(6),
]);
const gifImage = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])]);
const blocks = (text: string) =>
  Buffer.concat([Buffer.from([text.length]), latin(text), Buffer.from([0])]);
const application = (name: string, text: string) =>
  Buffer.concat([Buffer.from([0x21, 0xff, 11]), latin(name), blocks(text)]);
const extended = (flags: number) => riff('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]));

const cases: readonly (readonly [string, ImageType, Buffer, Buffer])[] = [
  [
    'JPEG: EXIF',
    'image/jpeg',
    Buffer.concat([start, jfif, exif(1), pixels, end]),
    Buffer.concat([start, jfif, pixels, end]),
  ],
  [
    'JPEG: XMP, IPTC, comment, thumbnails, and what follows its end',
    'image/jpeg',
    Buffer.concat([
      start,
      segment(0xe0, latin(`JFXX\0\x10${place}`)),
      exif(1, true),
      segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${place}`)),
      segment(0xe2, latin(`MPF\0${place}`)),
      profile,
      segment(0xed, latin(`Photoshop 3.0\x008BIM${place}`)),
      segment(0xeb, latin(place)),
      adobe,
      segment(0xfe, latin(place)),
      frame,
      scan,
      segment(0xfe, latin(place)),
      table,
      scan,
      end,
      start,
      exif(1),
      end,
      latin(`ftypmp42${place}`),
    ]),
    Buffer.concat([start, profile, adobe, pixels, end]),
  ],
  [
    'JPEG: none',
    'image/jpeg',
    Buffer.concat([start, jfif, profile, pixels, end]),
    Buffer.concat([start, jfif, profile, pixels, end]),
  ],
  [
    'PNG',
    'image/png',
    Buffer.concat([
      pngHead,
      ihdr,
      chunk('iCCP', latin('colours')),
      chunk('eXIf', tiff(1, false)),
      chunk('tEXt', latin(`Comment\0${place}`)),
      chunk('iTXt', latin(`XML:com.adobe.xmp\0${place}`)),
      chunk('zTXt', latin(place)),
      chunk('tIME', latin(place)),
      chunk('caBX', latin(place)),
      chunk('IDAT', Buffer.alloc(9)),
      chunk('IEND', Buffer.alloc(0)),
      latin(place),
    ]),
    Buffer.concat([
      pngHead,
      ihdr,
      chunk('iCCP', latin('colours')),
      chunk('IDAT', Buffer.alloc(9)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  ],
  [
    'WebP',
    'image/webp',
    Buffer.concat([
      webp(
        extended(0x2c),
        riff('ICCP', latin('odd')),
        riff('VP8L', latin('pixels')),
        riff('EXIF', tiff(1, true)),
        riff('XMP ', latin(place)),
      ),
      latin(place),
    ]),
    webp(extended(0x20), riff('ICCP', latin('odd')), riff('VP8L', latin('pixels'))),
  ],
  [
    'GIF',
    'image/gif',
    Buffer.concat([
      gifHead,
      application('NETSCAPE2.0', '\x01\0\0'),
      application('XMP DataXMP', place),
      Buffer.from([0x21, 0xfe]),
      blocks(place),
      gifImage,
      Buffer.from([0x3b]),
      latin(place),
    ]),
    Buffer.concat([gifHead, application('NETSCAPE2.0', '\x01\0\0'), gifImage, Buffer.from([0x3b])]),
  ],
];

test.each(cases)(
  'metadata goes, pixels and colours stay byte by byte: %s',
  (_, type, bytes, bare) => {
    const found = withoutMetadata(new Uint8Array(bytes), type);
    expect(Buffer.from(found?.bytes ?? [])).toEqual(bare);
    expect(found?.orientation).toBe(1);
    expect(Buffer.from(found?.bytes ?? []).includes(place)).toBe(false);
  },
);

test.each([1, 2, 3, 4, 5, 6, 7, 8])('how an image is turned is told: %s', (orientation) => {
  for (const isLittle of [true, false]) {
    const turned: readonly (readonly [ImageType, Buffer])[] = [
      ['image/jpeg', Buffer.concat([start, exif(orientation, isLittle), pixels, end])],
      [
        'image/png',
        Buffer.concat([
          pngHead,
          ihdr,
          chunk('eXIf', tiff(orientation, isLittle)),
          chunk('IEND', Buffer.alloc(0)),
        ]),
      ],
      [
        'image/webp',
        webp(extended(8), riff('VP8 ', latin('pixels')), riff('EXIF', tiff(orientation, isLittle))),
      ],
    ];
    for (const [type, bytes] of turned) {
      expect(withoutMetadata(new Uint8Array(bytes), type)?.orientation).toBe(orientation);
    }
  }
});

test('what is put together in another way is not taken for bare', () => {
  for (const [, type, bytes] of cases) {
    for (let length = 12; length < bytes.length - 30; length += 1) {
      const found = withoutMetadata(new Uint8Array(bytes.subarray(0, length)), type);
      if (found !== null) expect(Buffer.from(found.bytes).includes(place)).toBe(false);
    }
  }
  expect(
    withoutMetadata(new Uint8Array(Buffer.concat([start, latin(place), end])), 'image/jpeg'),
  ).toBeNull();
});
