import type { Send } from '../../../main/work/operations/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { type Identity, open, type startTestDemo } from '../demo/demo-support.ts';

type Demo = Awaited<ReturnType<typeof startTestDemo>>;

/** Sends requests of a compute API to a demo, with a certificate of it. */
export const demoSend =
  (demo: Demo, identity: Identity): Send =>
  async ({ method, path, query = {}, headers = {}, body, maxBytes = Number.POSITIVE_INFINITY }) => {
    const url = new URL(`${demo.webApiUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const form = body instanceof FormData ? new Response(body) : null;
    const type = form?.headers.get('content-type');
    const sent =
      form === null ? (body as string | undefined) : Buffer.from(await form.arrayBuffer());
    const answer = await open(demo, url.href, {
      method,
      identity,
      headers: { ...headers, ...(type && { 'content-type': type }) },
      ...(sent !== undefined && { body: sent }),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (size > maxBytes) throw new AppError('answer-too-large');
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers as Record<string, string>,
      body: Buffer.concat(chunks),
      url: url.href,
    };
  };
