import { randomBytes } from 'node:crypto';
import type { Into } from '../../base/network/index.ts';
import type { ContentHead, FileContent, Part } from './types.ts';

/** Content that is in memory. */
export const contentOf = (bytes: Uint8Array): FileContent => ({
  size: bytes.length,
  async *pieces() {
    yield bytes;
  },
});

/** A form whose only field is a file, as an upload sends it (RFC 7578), piece by piece. */
export function fileForm(name: string, content: FileContent): FileContent & { type: string } {
  const boundary = `----compute-desk-${randomBytes(16).toString('hex')}`;
  // As browsers write names in forms.
  const shown = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${shown}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    size: head.length + content.size + tail.length,
    async *pieces() {
      yield head;
      yield* content.pieces();
      yield tail;
    },
  };
}

/** Headers that ask for a part of a file; what follows an earlier part only of the same content (RFC 9110, 13.1.5). */
export function rangeHeaders(part: Part | null): Record<string, string> {
  if (part === null) return {};
  if ('last' in part) return { range: `bytes=-${part.last}` };
  const range = `bytes=${part.from}-`;
  return part.mark === null ? { range } : { range, 'if-range': part.mark };
}

type Headers = Readonly<Record<string, string>>;

export const readHead =
  (begin: (head: ContentHead) => ReturnType<Into>): Into =>
  ({ status, headers }) =>
    begin({ ...(status === 206 ? rangeOf(headers) : wholeOf(headers)), mark: markOf(headers) });

const wholeOf = ({ 'content-length': length }: Headers) => ({ from: 0, size: numberOf(length) });

/** `bytes 100-199/200` (RFC 9110, 14.4); what does not say where it begins cannot be used. */
function rangeOf({ 'content-range': range = '' }: Headers): Pick<ContentHead, 'from' | 'size'> {
  const [, from, size] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(range.trim()) ?? [];
  return { from: numberOf(from) ?? Number.NaN, size: numberOf(size) };
}

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** A strong tag, or a date, of a server that gives parts. */
function markOf(headers: Headers): string | null {
  const { etag, 'last-modified': modified, 'accept-ranges': ranges } = headers;
  if (ranges?.trim().toLowerCase() !== 'bytes' && headers['content-range'] === undefined)
    return null;
  if (etag?.startsWith('"')) return etag;
  return modified ?? null;
}
