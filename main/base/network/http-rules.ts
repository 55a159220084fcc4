import type { HttpRule } from '../../../preload/contract/http-rules.ts';

/** Messages of undici's parser, the most specific first. */
const byWords: readonly (readonly [RegExp, HttpRule | 'not-http'])[] = [
  [/Expected (HTTP|RTSP|ICE)\b/, 'not-http'],
  [/can't be present with/, 'lengthAndChunks'],
  [/Content-Length/, 'length'],
  [/chunk/i, 'chunk'],
  [/whitespace after header value/, 'folded'],
  [/expected (CR|LF)/i, 'lineEnd'],
  [/header|start line/i, 'header'],
  [/status|version|Expected dot/i, 'statusLine'],
];

/**
 * Returns the HTTP rule whose breach failed a connection; `not-http` if no HTTP came at all; null for other failures.
 */
export function brokenRule(
  links: readonly { readonly code: string; readonly message: string }[],
): HttpRule | 'not-http' | null {
  for (const { code, message } of links) {
    if (code === 'HPE_INVALID_CONSTANT') return 'not-http';
    if (code.startsWith('HPE_')) {
      return byWords.find(([words]) => words.test(message))?.[1] ?? 'other';
    }
    if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'lengthDiffers';
    if (code === 'UND_ERR_SOCKET' && message === 'bad response') return 'unaskedContinue';
    if (code === 'UND_ERR_SOCKET' && message === 'bad upgrade') return 'unaskedUpgrade';
    // A status below 100, which undici only asserts.
    if (code === 'ERR_ASSERTION' && message.includes('statusCode')) return 'statusLine';
  }
  return null;
}

export function isLengthMismatch(error: Error): boolean {
  return 'code' in error && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Returns the rule that a head breaks. After a Content-Length undici's parser reports a wrong length for every problem,
 * so the bytes are examined.
 * @param bytes the last bytes received
 */
export function ruleInHead(bytes: Uint8Array): HttpRule {
  const text = Buffer.from(bytes).toString('latin1').trimStart();
  if (!text.startsWith('HTTP/')) return 'lengthDiffers';
  const end = text.indexOf('\r\n\r\n');
  const [, ...lines] = text.slice(0, end < 0 ? text.length : end).split('\r\n');
  if (lines.some((line) => line.startsWith(' ') || line.startsWith('\t'))) return 'folded';
  if (lines.some((line) => /[\r\n]/.test(line))) return 'lineEnd';
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, Math.max(0, colon)).toLowerCase(), value: line.slice(colon + 1) };
  });
  const lengths = headers
    .filter(({ name }) => name === 'content-length')
    .flatMap(({ value }) => value.split(','));
  if (headers.some(({ name }) => name === 'transfer-encoding')) return 'lengthAndChunks';
  if (lengths.length > 1) return 'lengthTwice';
  if (!/^\d{1,15}$/.test(lengths[0]?.trim() ?? '')) return 'length';
  const isBad = ({ name, value }: (typeof headers)[number]): boolean =>
    !token.test(name) || /\p{Cc}/u.test(value.replaceAll('\t', ' '));
  return headers.some(isBad) ? 'header' : 'lengthDiffers';
}
