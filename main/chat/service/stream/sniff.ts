/** The actual kind of a body, whatever its content type says. */
export type BodyKind = 'events' | 'json' | 'text';

const fieldStart = /^(?::|(?:data|event|id|retry)[ \t]*:)/;
const longestField = 'retry:'.length + 1;

/**
 * Detects the kind of a stream response's body from its first bytes. Servers and proxies in front of them also answer
 * with JSON or a page, and some send events without saying so.
 * @param final whether no more bytes will come
 * @returns null while more bytes are needed
 */
export function sniffBody(
  head: Uint8Array,
  contentType: string | undefined,
  final: boolean,
): BodyKind | null {
  const start = skipBlanks(head);
  const first = head[start];
  if (first === undefined) return final ? 'events' : null;
  if (first === 0x7b || first === 0x5b) return 'json';
  if (first === 0x3c) return 'text';
  if (contentType?.toLowerCase().includes('event-stream')) return 'events';
  const text = Buffer.from(head.subarray(start, start + longestField)).toString('latin1');
  if (fieldStart.test(text)) return 'events';
  return final || text.length === longestField ? 'text' : null;
}

function skipBlanks(head: Uint8Array): number {
  let at = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  for (;;) {
    const byte = head[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return at;
    at += 1;
  }
}
