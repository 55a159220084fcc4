import { Readable } from 'node:stream';
import type { BufferedAnswer, Network, StreamedAnswer } from '../../base/network/index.ts';
import { callWebApi, type Refusals } from '../../machines/monitor/index.ts';
import type { Access } from '../../systems/access/index.ts';
import type { BuiltRequest } from './request/build.ts';

/** Submitting a job may take minutes, and a stream of events may be quiet for long, ms. */
const headersTimeout = 300_000;
const bodyTimeout = 600_000;
/** Of an answer that may mean a refusal, bytes. */
const mostOfRefusal = 1024 * 1024;
const mostRedirects = 5;

export interface Sending {
  readonly built: BuiltRequest;
  readonly reads: boolean;
  /** The system's way, for its own origin; null: another origin gets neither certificate nor token. */
  readonly own: { readonly access: Access; readonly refusals?: Refusals } | null;
  /** It carries its own authorization instead of the app's token. */
  readonly withoutToken: boolean;
  readonly connection: Access['connection'];
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** An answer to what was sent. */
export interface SentAnswer extends StreamedAnswer {
  /** Its body is only the beginning. */
  readonly cut: boolean;
}

/**
 * Sends a request once; one that the system refused for its token again with a newer one, as everywhere. Redirects of
 * one that reads are followed within its origin; others are returned. @throws AppError of the network, of the session
 */
export async function sendRequest(
  network: Pick<Network, 'request' | 'stream'>,
  sending: Sending,
): Promise<SentAnswer> {
  let url = sending.built.url;
  for (let hops = 0; ; hops += 1) {
    const answer = await sendTo(network, sending, url);
    const next = redirectOf(answer);
    const isFollowed =
      sending.reads &&
      /^(GET|HEAD)$/.test(sending.built.method) &&
      next?.origin === new URL(url).origin;
    if (next === null || !isFollowed || hops >= mostRedirects) return answer;
    answer.body.on('error', () => undefined).destroy();
    url = next.to;
  }
}

/** Returns where an answer redirects to; null for others. */
export function redirectOf({
  status,
  headers,
  url,
}: Pick<StreamedAnswer, 'status' | 'headers' | 'url'>): { to: string; origin: string } | null {
  const { location } = headers;
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return null;
  if (!URL.canParse(location, url)) return null;
  const { href, origin } = new URL(location, url);
  return { to: href.slice(0, 8000), origin };
}

async function sendTo(
  network: Pick<Network, 'request' | 'stream'>,
  { built, own, reads, withoutToken, connection, signal, headers }: Sending,
  url: string,
): Promise<SentAnswer> {
  const { method, body } = built;
  const pieces = body?.pieces.map((piece) =>
    typeof piece === 'string' ? Buffer.from(piece) : piece.bytes,
  );
  const size = (pieces ?? []).reduce((sum, { length }) => sum + length, 0);
  const request = {
    method,
    headers: {
      ...Object.fromEntries(built.headers),
      ...headers,
      ...(pieces !== undefined && { 'content-length': String(size) }),
    },
    ...(pieces !== undefined && { body: pieces }),
    ...{ headersTimeout, bodyTimeout, signal },
    redirects: 'return' as const,
  };
  if (own === null) {
    return { ...(await network.stream({ ...request, url, connection })), cut: false };
  }
  const { access, refusals } = own;
  let streamed: StreamedAnswer | null = null;
  let cut = false;
  const through: Pick<Network, 'request'> = {
    async request(options) {
      if (options.url !== url) return network.request(options);
      streamed = await network.stream(options);
      if (!mayRefuse(streamed.status)) return { ...streamed, body: new Uint8Array() };
      const beginning = await collect(streamed.body);
      const refused: BufferedAnswer = { ...streamed, body: beginning.body };
      cut = beginning.cut;
      streamed = null;
      return refused;
    },
  };
  const answer = await callWebApi(
    through as Network,
    withoutToken ? { ...access, authorization: null } : access,
    { ...request, path: new URL(url), reads, ...(refusals && { refusals }) },
  );
  // TypeScript does not see that the function above sets it.
  const whole = streamed as StreamedAnswer | null;
  if (whole !== null) return { ...whole, cut: false };
  return { ...answer, body: Readable.from([answer.body], { objectMode: false }), cut };
}

const mayRefuse = (status: number): boolean => status === 401 || status === 403 || status >= 500;

/** Returns the beginning of a body, and whether there is more. */
async function collect(body: Readable): Promise<{ body: Uint8Array; cut: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    parts.push(piece);
    size += piece.length;
    if (size > mostOfRefusal) break;
  }
  return { body: Buffer.concat(parts).subarray(0, mostOfRefusal), cut: size > mostOfRefusal };
}
