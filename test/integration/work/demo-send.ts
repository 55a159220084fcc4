import type { ApiRequest, Send } from '../../../main/work/operations/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { type Identity, open, type startTestDemo } from '../demo/demo-support.ts';

type Demo = Awaited<ReturnType<typeof startTestDemo>>;

/** Sends requests of a compute API to a demo, with a certificate of it. */
export const demoSend =
  (demo: Demo, identity: Identity): Send =>
  async ({
    method,
    path,
    query = {},
    headers = {},
    body,
    into,
    maxBytes = Number.POSITIVE_INFINITY,
  }) => {
    const url = new URL(`${demo.webApiUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { type, sent } = await whole(body);
    const answer = await open(demo, url.href, {
      method,
      identity,
      headers: { ...headers, ...(type && { 'content-type': type }) },
      ...(sent !== undefined && { body: sent }),
    });
    const status = answer.statusCode ?? 0;
    const given = answer.headers as Record<string, string>;
    const isGood = status >= 200 && status < 300;
    const chunks: Buffer[] = [];
    const take =
      into && isGood
        ? await into({ status, headers: given })
        : async (chunk: Uint8Array) => void chunks.push(Buffer.from(chunk));
    for await (const chunk of answer as AsyncIterable<Buffer>) await take(chunk);
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (size > maxBytes) throw new AppError('answer-too-large');
    return {
      status,
      headers: given,
      body: Buffer.concat(chunks),
      url: url.href,
    };
  };

async function whole(body: ApiRequest['body']) {
  if (body === undefined || typeof body === 'string') return { sent: body, type: null };
  if (body instanceof FormData) {
    const form = new Response(body);
    const sent = Buffer.from(await form.arrayBuffer());
    return { sent, type: form.headers.get('content-type') };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of body.pieces()) pieces.push(piece);
  return { sent: Buffer.concat(pieces), type: body.type };
}
