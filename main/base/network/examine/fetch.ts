import { isIP } from 'node:net';
import { isLoopback } from '../../../../common/addresses/loopback.ts';
import { ignoring } from '../../../../common/ignoring.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { ProxyServer } from '../proxies.ts';
import { withSlices } from '../slices.ts';
import { buildConnector, Client } from '../undici.ts';
import { type AddressScope, addressScope } from './address-scope.ts';

interface Fetching {
  /** Address of the server that named the file; null if it was reached through a proxy. */
  readonly server: string | null;
  readonly proxy: ProxyServer | null;
  readonly lookup: (hostname: string) => Promise<readonly { readonly address: string }[]>;
  readonly signal: AbortSignal;
}

/** A certificate has 2 KB, one with a post-quantum key 20. */
const longest = 64 * 1024;
/** For the whole request, ms. */
const patience = 5_000;

/**
 * Downloads a small file over http without cookies, credentials or redirects (RFC 5280, 4.2.2.1: `caIssuers` is http).
 * Dials the address that was looked up: a later change of DNS has no effect.
 * @throws AppError `address-invalid`, `answer-too-large`, `http-status`, or the connection's error
 */
export async function fetchNearby(url: URL, options: Fetching): Promise<Uint8Array> {
  if (url.protocol !== 'http:' || url.username !== '' || url.password !== '') {
    throw new AppError('address-invalid', { details: { problem: 'not-http' } });
  }
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(patience)]);
  const { proxy } = options;
  try {
    if (proxy !== null) {
      // The proxy resolves names; an address of this computer would mean the proxy's own.
      refuseNear([isIP(name) === 0 ? (isLoopback(name) ? '127.0.0.1' : '') : name], 'public');
      const authorization = await proxy.authorization();
      const more: Record<string, string> =
        authorization === null ? {} : { 'proxy-authorization': authorization };
      return await get(proxy.url, url.href, { host: url.host, ...more }, signal);
    }
    const found = isIP(name) === 0 ? await addressesOf(name, options) : [name];
    refuseNear(found, options.server === null ? 'public' : addressScope(options.server));
    const [address = ''] = found;
    const at = `http://${isIP(address) === 6 ? `[${address}]` : address}:${url.port || '80'}`;
    return await get(new URL(at), `${url.pathname}${url.search}`, { host: url.host }, signal);
  } catch (cause) {
    if (options.signal.aborted) throw new AppError('cancelled');
    if (!signal.aborted) throw cause;
    throw new AppError('network-timeout', {
      details: { host: url.host, phase: 'total' },
      retryable: true,
    });
  }
}

async function addressesOf(name: string, { lookup }: Fetching): Promise<string[]> {
  if (isLoopback(name)) return ['127.0.0.1'];
  return (await lookup(name)).map(({ address }) => address);
}

async function get(
  origin: URL,
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const connector = buildConnector({ timeout: patience, rejectUnauthorized: true });
  const client = new Client(origin, { connect: withSlices(connector) });
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    await new Promise<void>((resolve, reject) => {
      let stop: (reason: Error) => void = () => undefined;
      const onAbort = (): void => {
        const reason = new AppError('cancelled');
        stop(reason);
        reject(reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      client.dispatch(
        { method: 'GET', path, headers: { ...headers, accept: '*/*' } },
        {
          onRequestStart(controller) {
            stop = (reason) => controller.abort(reason);
            if (signal.aborted) onAbort();
          },
          onResponseStart(controller, status) {
            if (status < 200 || status === 200) return;
            controller.abort(
              new AppError('http-status', { details: { host: headers.host ?? '', status } }),
            );
          },
          onResponseData(controller, chunk) {
            size += chunk.length;
            chunks.push(chunk);
            if (size <= longest) return;
            const details = { host: headers.host ?? '', maxBytes: longest };
            controller.abort(new AppError('answer-too-large', { details }));
          },
          onResponseEnd: () => resolve(),
          onResponseError: (_, error) => reject(error),
        },
      );
    });
    return Buffer.concat(chunks, size);
  } finally {
    void ignoring('the answer is there or has failed already', client.destroy());
  }
}

/** Where a server may send the app: nowhere nearer than itself. */
const reach: Readonly<Record<AddressScope, readonly AddressScope[]>> = {
  public: ['public'],
  private: ['public', 'private'],
  loopback: ['public', 'private', 'loopback'],
  nobodys: ['public'],
};

function refuseNear(addresses: readonly string[], sender: AddressScope): void {
  for (const address of addresses) {
    if (isIP(address) !== 0 && !reach[sender].includes(addressScope(address))) {
      throw new AppError('address-invalid', { details: { problem: 'too-near' } });
    }
  }
}
