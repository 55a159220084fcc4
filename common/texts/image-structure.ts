import type { ImageFacts } from './file-kind.ts';

/** Maximum pixels of an unpacked image: 4 bytes each. */
export const maxPixels = 100_000_000;
/** Maximum pixels of a side. */
export const maxSide = 32_767;

/** Returns whether an image is small enough to unpack, by its stated size. */
export function isUnpackableImage({
  width,
  height,
}: Pick<ImageFacts, 'width' | 'height'>): boolean {
  return width <= maxSide && height <= maxSide && width * height <= maxPixels;
}

/** Returns whether an image is complete, by its structure alone: nothing is unpacked. Ignores data after the end. */
export function isWholeImage(bytes: Uint8Array, type: ImageFacts['type']): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case 'image/png':
      return isWholePng(view);
    case 'image/jpeg':
      return isWholeJpeg(bytes, view);
    case 'image/webp':
      // RFC 9649, 2.4: the size counts what follows it
      return bytes.length >= view.getUint32(4, true) + 8;
    case 'image/gif':
      return isWholeGif(bytes);
  }
}

/** PNG (third edition), 5.3: chunk by chunk to IEND. */
function isWholePng(view: DataView): boolean {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49454e44) return true;
  }
  return false;
}

/** ITU T.81, B.1.1: segments up to the scan, and after it the end of the image. */
function isWholeJpeg(bytes: Uint8Array, view: DataView): boolean {
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return false;
    if (marker === 0xff) at += 1;
    else if (marker === 0xda) break;
    else at += 2 + view.getUint16(at + 2);
  }
  for (let end = bytes.indexOf(0xff, at + 2); end >= 0; end = bytes.indexOf(0xff, end + 1)) {
    if (bytes[end + 1] === 0xd9) return true;
  }
  return false;
}

/** GIF89a, 17 to 27: blocks of sub-blocks, up to the trailer. */
function isWholeGif(bytes: Uint8Array): boolean {
  const tableOf = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 << ((packed & 7) + 1));
  let at = 13 + tableOf(bytes[10] ?? 0);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return true;
    if (kind === 0x2c) at += 11 + tableOf(bytes[at + 9] ?? 0);
    else if (kind === 0x21) at += 2;
    else return false;
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1;
    at += 1;
  }
  return false;
}
