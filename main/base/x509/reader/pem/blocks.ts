/** PEM armour (RFC 7468, and the headers of RFC 1421 that OpenSSL still writes). */
import { malformed, ReaderError } from '../failures.ts';

export interface PemBlock {
  readonly label: string;
  /** `Proc-Type`, `DEK-Info`. */
  readonly headers: ReadonlyMap<string, string>;
  /** Or the reason why its base64 is invalid. */
  readonly content: Uint8Array | ReaderError;
  /** From the `Bag Attributes` that `openssl pkcs12` writes above a block. */
  readonly friendlyName: string | null;
  readonly localKeyId: string | null;
}

const begin = '-----BEGIN ';
const dashes = '-----';

/** Decodes a file's text; some Windows editors save UTF-16 with a byte order mark. */
export function textOfFile(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return buffer.subarray(2).toString('utf16le');
  if (buffer[0] === 0xfe && buffer[1] === 0xff) {
    const even = buffer.subarray(2, buffer.length - (buffer.length % 2));
    return Buffer.from(even).swap16().toString('utf16le');
  }
  return buffer.toString('utf8');
}

export const hasPem = (text: string): boolean => text.includes(begin);

/** Decodes base64 with blanks; undefined if it contains anything else. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const packed = text.replaceAll(/\s+/g, '');
  if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return undefined;
  return Uint8Array.from(Buffer.from(packed, 'base64'));
}

function bagAttribute(preamble: string, name: string): string | null {
  const start = `${name}: `;
  const lines = preamble.split(/[\r\n]/).map((line) => line.trimStart());
  return (
    lines
      .find((line) => line.startsWith(start))
      ?.slice(start.length)
      .trim() ?? null
  );
}

function parseBody(label: string, body: string, where: string) {
  const headers = new Map<string, string>();
  const lines = body.split(/\r\n|\r|\n/);
  let first = 0;
  while (first < lines.length && (lines[first] ?? '').trim() === '') first++;
  if ((lines[first] ?? '').includes(':')) {
    while (first < lines.length && (lines[first] ?? '').trim() !== '') {
      const [name = '', ...value] = (lines[first] ?? '').split(':');
      headers.set(name.trim(), value.join(':').trim());
      first++;
    }
  }
  const content =
    decodeBase64(lines.slice(first).join('')) ?? malformed(`${where}.${label}`, 'base64');
  return { label, headers, content };
}

/** Throws `malformed` for bad base64. */
export function bytesOf({ content }: PemBlock): Uint8Array {
  if (content instanceof ReaderError) throw content;
  return content;
}

/**
 * Replaces line ends written as `\n` or `\r\n`, in two characters each, as in a JSON file or an environment variable;
 * unescapes other JSON escapes in PEM too.
 */
export function withLineEnds(text: string): string {
  if (!/-----\\{1,4}[rn]/.test(text)) return text;
  return text
    .replaceAll(/\\{1,4}r/g, '')
    .replaceAll(/\\{1,4}n/g, '\n')
    .replaceAll(/\\{1,4}\//g, '/')
    .replaceAll(/\\{1,4}u00([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

/** Returns every block of the text, in order; throws `malformed` for an unclosed one. */
export function parsePem(original: string): PemBlock[] {
  const text = withLineEnds(original);
  const blocks: PemBlock[] = [];
  let at = 0;
  for (let start = text.indexOf(begin); start >= 0; start = text.indexOf(begin, at)) {
    const where = `pem.block${blocks.length}`;
    const labelEnd = text.indexOf(dashes, start + begin.length);
    const label = text.slice(start + begin.length, labelEnd);
    if (labelEnd < 0 || !/^[A-Z0-9 ]{1,40}$/.test(label)) throw malformed(where, 'label', start);
    const bodyStart = labelEnd + dashes.length;
    const footer = `-----END ${label}-----`;
    const end = text.indexOf(footer, bodyStart);
    if (end < 0) throw malformed(`${where}.${label}`, 'no-end', start);
    const preamble = text.slice(at, start);
    const keyId = bagAttribute(preamble, 'localKeyID');
    blocks.push({
      ...parseBody(label, text.slice(bodyStart, end), where),
      friendlyName: bagAttribute(preamble, 'friendlyName'),
      localKeyId: keyId === null ? null : keyId.replaceAll(' ', '').toLowerCase(),
    });
    if (blocks.length > 2000) throw malformed('pem', 'too-many-blocks', start);
    at = end + footer.length;
  }
  return blocks;
}
