/** Detects a file's type by its first bytes; ignores names and extensions. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

export interface ImageFacts {
  readonly type: ImageType;
  /** Pixels as stored, without EXIF orientation. */
  readonly width: number;
  readonly height: number;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function says(bytes: Uint8Array, at: number, text: string): boolean {
  if (bytes.length < at + text.length) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** PDF 2.0, 7.5.2; readers accept a header within the first 1,024 bytes. */
export function isPdf(bytes: Uint8Array): boolean {
  const last = Math.min(1024, bytes.length - 5);
  for (let at = 0; at <= last; at += 1) if (says(bytes, at, '%PDF-')) return true;
  return false;
}

/** Detects a ZIP archive, such as office documents (APPNOTE 6.3.10, 4.3.7). */
export function isZip(bytes: Uint8Array): boolean {
  return says(bytes, 0, 'PK\x03\x04');
}

/** Detects the container of old and of encrypted office documents (MS-CFB, 2.2). */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return says(bytes, 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
}

/** Returns type and size of an image; null for other types, or if it is cut before its size. */
export function imageFacts(bytes: Uint8Array): ImageFacts | null {
  const found = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
  return found !== null && found.width > 0 && found.height > 0 ? found : null;
}

/** PNG (third edition), 5.2 and 11.2.1. */
function png(bytes: Uint8Array): ImageFacts | null {
  if (!says(bytes, 0, '\x89PNG\r\n\x1a\n') || !says(bytes, 12, 'IHDR') || bytes.length < 24)
    return null;
  const view = viewOf(bytes);
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(bytes: Uint8Array): ImageFacts | null {
  if (!says(bytes, 0, 'GIF87a') && !says(bytes, 0, 'GIF89a')) return null;
  if (bytes.length < 10) return null;
  const view = viewOf(bytes);
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** RFC 9649: simple lossy, simple lossless and extended files. */
function webp(bytes: Uint8Array): ImageFacts | null {
  if (!says(bytes, 0, 'RIFF') || !says(bytes, 8, 'WEBP') || bytes.length < 30) return null;
  const view = viewOf(bytes);
  const type = 'image/webp';
  if (says(bytes, 12, 'VP8 ')) {
    return {
      type,
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  if (says(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!says(bytes, 12, 'VP8X')) return null;
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  return { type, width: uint24(24) + 1, height: uint24(27) + 1 };
}

/** ITU T.81, B.2.2: segment by segment up to the frame header. */
function jpeg(bytes: Uint8Array): ImageFacts | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = viewOf(bytes);
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Every start of frame, without the tables DHT, JPG and DAC in this range.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/**
 * Returns whether decoded text is readable: without characters that occur only in binary files. A byte order mark is
 * not text.
 */
export function isReadable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
}

/** Returns the text of a file in UTF-8; null: it is none, or not readable. */
export function readUtf8(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isReadable(text) ? text : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
