import { BlockList, isIP } from 'node:net';
import { AppError } from '../../../preload/contract/errors.ts';
import { ignoring } from '../../../preload/contract/ignoring.ts';
import { isLoopback } from '../../../preload/contract/systems/loopback.ts';
import type { ProxyServer } from '../proxies.ts';
import { slicing } from '../slices.ts';
import { buildConnector, Client } from '../undici.ts';

interface Fetching {
  /** The address of the server that named the file; null: it was reached through a proxy. */
  readonly server: string | null;
  readonly proxy: ProxyServer | null;
  readonly lookup: (hostname: string) => Promise<readonly { readonly address: string }[]>;
  readonly signal: AbortSignal;
}

/** A certificate has 2 KB; one with a post-quantum key 20. */
const longest = 64 * 1024;
/** For all of it, ms. */
const patience = 5_000;

/**
 * Gets a small file over http, without cookies, credentials and redirects (RFC 5280, 4.2.2.1: `caIssuers` is http).
 * What is looked up is what is dialled: a name that has another address a moment later changes nothing.
 * @throws AppError `address-invalid`, `answer-too-large`, `http-status`, or what the connection failed with
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
      // The proxy looks names up; those of this computer would be its own.
      refuseNear([isIP(name) === 0 ? (isLoopback(name) ? '127.0.0.1' : '') : name], 'public');
      const authorization = await proxy.authorization();
      const more: Record<string, string> =
        authorization === null ? {} : { 'proxy-authorization': authorization };
      return await get(proxy.url, url.href, { host: url.host, ...more }, signal);
    }
    const found = isIP(name) === 0 ? await addressesOf(name, options) : [name];
    refuseNear(found, options.server === null ? 'public' : nearnessOf(options.server));
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
  const client = new Client(origin, { connect: slicing(connector) });
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

/** How far an address reaches. */
type Nearness = 'public' | 'private' | 'loopback';

const nearnesses: readonly Nearness[] = ['public', 'private', 'loopback'];

// Numbers and not names, however they are written: `isLoopback` reads an address as a URL or a socket writes it.
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');
const within = new BlockList();
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  within.addSubnet(net, prefix);
}
within.addSubnet('fc00::', 7, 'ipv6');
/** This network, link-local (where clouds tell their machines' secrets), benchmarks, multicast, reserved. */
const nobodys = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  nobodys.addSubnet(net, prefix);
}
nobodys.addAddress('::', 'ipv6');
nobodys.addSubnet('fe80::', 10, 'ipv6');
nobodys.addSubnet('ff00::', 8, 'ipv6');
// Ways to write an IPv4 address into another: which one it is nobody looks at.
nobodys.addSubnet('64:ff9b::', 96, 'ipv6');
nobodys.addSubnet('2002::', 16, 'ipv6');

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function nearnessOf(address: string): Nearness {
  if (isIn(loopback, address)) return 'loopback';
  return isIn(within, address) ? 'private' : 'public';
}

function refuseNear(addresses: readonly string[], allowed: Nearness): void {
  for (const address of addresses) {
    if (isIP(address) === 0) continue;
    const tooNear = nearnesses.indexOf(nearnessOf(address)) > nearnesses.indexOf(allowed);
    if (tooNear || isIn(nobodys, address)) {
      throw new AppError('address-invalid', { details: { problem: 'too-near' } });
    }
  }
}
