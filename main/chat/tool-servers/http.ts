import { Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Connection, Network, TlsIdentity } from '../../base/network/index.ts';
import { bounds, createEventMeter, createMeter } from './bounds.ts';

/** How a service is reached. */
export interface Reach {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly connection: Connection;
  readonly identity: TlsIdentity | null;
}

/** Returns a `fetch` by the app's own network, for one origin and within bounds. */
export function boundedFetch(
  network: Pick<Network, 'stream'>,
  reach: Reach,
  onFlood: () => void,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const meter = createMeter();
  return async (to, init = {}) => {
    const url = new URL(to);
    if (url.origin !== reach.url.origin) throw new Error(`not asked: ${url.origin}`);
    const { body, method = 'GET', signal } = init;
    if (typeof body !== 'string' && body !== undefined && body !== null) {
      throw new Error('only texts are sent');
    }
    const answer = await network.stream({
      url: url.href,
      method,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...reach.headers },
      ...(typeof body === 'string' && { body: Buffer.from(body) }),
      connection: reach.connection,
      identity: reach.identity,
      // the time of a call bounds it
      headersTimeout: bounds.longestCallMs,
      bodyTimeout: 0,
      ...(signal && { signal }),
    });
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
    let size = 0;
    const events = createEventMeter();
    const counted = answer.body.compose(
      new Transform({
        transform(piece: Buffer, _, done) {
          size += piece.length;
          const { ended, longest } = isStream ? events.take(piece) : { ended: 0, longest: size };
          const isTooMuch = meter.isTooMuch(piece.length, ended) || longest > bounds.message;
          if (!isTooMuch) done(null, piece);
          else {
            onFlood();
            done(new Error('more than this app takes'));
          }
        },
      }),
    );
    const hasBody = ![101, 204, 205, 304].includes(answer.status);
    if (!hasBody) answer.body.destroy();
    return new Response(
      hasBody ? (Readable.toWeb(counted as Readable) as ReadableStream as never) : null,
      { status: answer.status, headers: answer.headers },
    );
  };
}
