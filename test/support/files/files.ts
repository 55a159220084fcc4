import { crc32, deflateSync } from 'node:zlib';
import type { Attachments } from '../../../main/chat/attachments/index.ts';
import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import { nobody } from '../worlds/genai.ts';

/** A PNG image of one colour that any program opens; `padding` bytes of nothing among its pixels make it longer. */
export function pngImage(width: number, height: number, padding = 0): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x7f)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  // stored blocks of DEFLATE that have no bytes (RFC 1951, 3.2.4)
  const nothing = Buffer.alloc(5 * Math.ceil(padding / 5), Buffer.from([0, 0, 0, 0xff, 0xff]));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat([pixels.subarray(0, 2), nothing, pixels.subarray(2)])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Takes a file in as a window does, in pieces, and makes an attachment of it. */
export async function attach(
  { calls }: Attachments,
  name: string,
  bytes: Uint8Array | string,
  change: Partial<Attachment> = {},
): Promise<Attachment> {
  const whole = Buffer.from(bytes);
  const { uploadId } = await calls.begin({ name, size: whole.length }, nobody);
  const step = 1024 * 1024;
  for (let at = 0; at < whole.length; at += step) {
    await calls.append({ uploadId, bytes: whole.subarray(at, at + step) }, nobody);
  }
  const file = await calls.finish({ uploadId }, nobody);
  const kind =
    file.type === 'text/plain' ? 'text' : file.type === 'application/pdf' ? 'pdf' : 'image';
  return {
    name,
    kind,
    file,
    encoding: kind === 'text' ? 'utf-8' : null,
    text: null,
    images: [],
    pages: null,
    mode: 'whole',
    ...change,
  };
}
