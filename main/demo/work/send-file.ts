import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers with a file, or with the part of it that is asked for (RFC 9110, 14.2). */
export function sendFile(
  { headers }: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  /** Another one for another content. */
  tag: string,
): void {
  const common = {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    etag: tag,
  };
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag;
  const asked = isSame ? partOf(headers.range, bytes.length) : null;
  if (asked === 'none') {
    response.writeHead(416, { ...common, 'content-range': `bytes */${bytes.length}` });
    response.end();
    return;
  }
  const part = asked === null ? bytes : bytes.subarray(asked.from, asked.to);
  response.writeHead(asked === null ? 200 : 206, {
    ...common,
    'content-length': part.length,
    ...(asked !== null && {
      'content-range': `bytes ${asked.from}-${asked.to - 1}/${bytes.length}`,
    }),
  });
  response.end(part);
}

/** `bytes=5-`, `bytes=5-9` and `bytes=-5`; null: the whole, which also answers what is no such part. */
function partOf(
  range: string | undefined,
  size: number,
): { readonly from: number; readonly to: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from >= size || to <= from ? 'none' : { from, to };
}
