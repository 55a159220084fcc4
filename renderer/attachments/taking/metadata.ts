import type { ImageType } from '../../../common/texts/file-kind.ts';

/** An image without its metadata: place, time, camera, author, thumbnails, data behind its end. */
interface BareImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** EXIF orientation, 1 to 8; 1 without one. */
  readonly orientation: number;
}

type Part = readonly [from: number, to: number];

/**
 * Removes the metadata of an image; pixels and colour profile stay as they are, byte by byte. Listed parts are kept,
 * all others removed.
 * @returns null if its structure does not match its type
 */
export function withoutMetadata(bytes: Uint8Array, type: ImageType): BareImage | null {
  try {
    switch (type) {
      case 'image/jpeg':
        return bareJpeg(bytes);
      case 'image/png':
        return barePng(bytes);
      case 'image/webp':
        return bareWebp(bytes);
      case 'image/gif':
        return bareGif(bytes);
    }
  } catch (error) {
    // the file ends within a field
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

function joined(bytes: Uint8Array, parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, [from, to]) => sum + to - from, 0);
  const out = new Uint8Array(size);
  let at = 0;
  for (const [from, to] of parts) {
    out.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  return out;
}

/** ITU T.81, B.1.1. Of the application segments, JFIF, the colour profile (ICC.1, B.4) and Adobe's transform stay. */
function bareJpeg(bytes: Uint8Array): BareImage | null {
  const view = viewOf(bytes);
  const parts: Part[] = [[0, 2]];
  let orientation = 1;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) return { bytes: joined(bytes, [...parts, [at, at + 2]]), orientation };
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length || end < at + 4) return null;
    if (marker === 0xe1 && textAt(bytes, at + 4, 6) === 'Exif\0\0') {
      orientation = orientationIn(bytes.subarray(at + 10, end)) ?? orientation;
    }
    const isApplication = marker >= 0xe0 && marker <= 0xef;
    const isKept = isApplication ? isKeptSegment(bytes, marker, at + 4) : marker !== 0xfe;
    if (isKept) parts.push([at, end]);
    at = end;
    if (marker !== 0xda) continue;
    const stop = scanEnd(bytes, end);
    parts.push([end, stop]);
    at = stop;
  }
  return null;
}

function isKeptSegment(bytes: Uint8Array, marker: number, at: number): boolean {
  if (marker === 0xe0) return textAt(bytes, at, 5) === 'JFIF\0';
  if (marker === 0xe2) return textAt(bytes, at, 12) === 'ICC_PROFILE\0';
  return marker === 0xee && textAt(bytes, at, 5) === 'Adobe';
}

/** Returns the end of a scan's pixels: the next marker that does not belong to them. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** TIFF 6.0, section 2: the tag Orientation of the first directory; null without one. */
function orientationIn(tiff: Uint8Array): number | null {
  if (tiff.length < 14) return null;
  const view = viewOf(tiff);
  const isLittle = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return null;
  const count = view.getUint16(directory, isLittle);
  for (
    let at = directory + 2;
    at + 12 <= tiff.length && at < directory + 2 + 12 * count;
    at += 12
  ) {
    if (view.getUint16(at, isLittle) !== 0x0112) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** PNG (third edition), 11: pixels, colours, physical size, and animation. */
const keptChunks: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
);

function barePng(bytes: Uint8Array): BareImage | null {
  const view = viewOf(bytes);
  const parts: Part[] = [[0, 8]];
  let orientation = 1;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const type = textAt(bytes, at + 4, 4);
    if (keptChunks.has(type)) parts.push([at, end]);
    else if (type === 'eXIf') {
      orientation = orientationIn(bytes.subarray(at + 8, end - 4)) ?? orientation;
    }
    if (type === 'IEND') return { bytes: joined(bytes, parts), orientation };
    at = end;
  }
  return null;
}

const keptParts: ReadonlySet<string> = new Set('VP8X,VP8 ,VP8L,ALPH,ANIM,ANMF,ICCP'.split(','));
/** Flags of RFC 9649, 2.7: EXIF present, XMP present. */
const told = 0x0c;

function bareWebp(bytes: Uint8Array): BareImage | null {
  const view = viewOf(bytes);
  const last = Math.min(bytes.length, view.getUint32(4, true) + 8);
  const parts: Part[] = [[0, 12]];
  let orientation = 1;
  for (let at = 12; at + 8 <= last; ) {
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > last) return null;
    const end = Math.min(last, at + 8 + size + (size % 2));
    const type = textAt(bytes, at, 4);
    if (keptParts.has(type)) parts.push([at, end]);
    else if (type === 'EXIF') {
      const isMarked = textAt(bytes, at + 8, 6) === 'Exif\0\0';
      const tiff = bytes.subarray(at + 8 + (isMarked ? 6 : 0), at + 8 + size);
      orientation = orientationIn(tiff) ?? orientation;
    }
    at = end;
  }
  const out = joined(bytes, parts);
  const written = viewOf(out);
  written.setUint32(4, out.length - 8, true);
  if (textAt(out, 12, 4) === 'VP8X') written.setUint8(20, written.getUint8(20) & ~told);
  return { bytes: out, orientation };
}

/** Applications whose blocks repeat an animation, and the colour profile. */
const keptApplications: ReadonlySet<string> = new Set([
  'NETSCAPE2.0',
  'ANIMEXTS1.0',
  'ICCRGBG1012',
]);

/** GIF89a, 17 to 27. */
function bareGif(bytes: Uint8Array): BareImage | null {
  const tableOf = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 << ((packed & 7) + 1));
  let at = 13 + tableOf(bytes[10] ?? 0);
  const parts: Part[] = [[0, at]];
  while (at < bytes.length) {
    const from = at;
    const kind = bytes[at];
    if (kind === 0x3b) return { bytes: joined(bytes, [...parts, [at, at + 1]]), orientation: 1 };
    const label = bytes[at + 1];
    if (kind === 0x2c) at += 11 + tableOf(bytes[at + 9] ?? 0);
    else if (kind === 0x21) at += 2;
    else return null;
    const name = textAt(bytes, at + 1, 11);
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1;
    at += 1;
    const isTold = label === 0xfe || (label === 0xff && !keptApplications.has(name));
    if (kind === 0x2c || !isTold) parts.push([from, Math.min(at, bytes.length)]);
  }
  return null;
}
