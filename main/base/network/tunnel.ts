import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { ignoring } from '../../../common/ignoring.ts';
import type { ProxyServer } from './proxies.ts';
import { authenticationSchemes, ProxyRefusal } from './proxy/proxy-refusal.ts';
import { withSlices } from './slices.ts';
import { Client, connect, buildConnector as connectorOf } from './undici.ts';
import type { Verification } from './verification.ts';

/**
 * Opens a tunnel by CONNECT (RFC 9110, section 9.3.6).
 * @param timeout ms
 * @throws ProxyRefusal, AppError `vault-locked`, or an Error whose cause is why the proxy could not be reached
 */
export async function openTunnel(
  proxy: ProxyServer,
  target: buildConnector.Options,
  verifying: () => Verification,
  timeout: number,
  signal?: AbortSignal,
): Promise<Socket> {
  const host = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname;
  const authority = `${host}:${target.port || '443'}`;
  const authorization = await proxy.authorization();
  const secure = proxy.url.protocol === 'https:' ? secured(verifying()) : {};
  const dial = withSlices(connectorOf({ ...secure, timeout }));
  const ownName = isIP(bare(proxy.url.hostname)) === 0 ? proxy.url.hostname : '';
  const client = new Client(proxy.url, {
    // undici would verify the proxy against the name in the `host` header, which is the server's.
    connect: (to, callback) => dial({ ...to, servername: ownName }, callback),
    headersTimeout: timeout,
  });
  try {
    const { socket, statusCode, headers } = await connect.call(client, {
      path: authority,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        host: authority,
        ...(authorization === null ? {} : { 'proxy-authorization': authorization }),
      },
    });
    if (statusCode < 200 || statusCode > 299) {
      socket.on('error', () => undefined).destroy();
      throw new ProxyRefusal(statusCode, authenticationSchemes(headers['proxy-authenticate']));
    }
    return socket as Socket;
  } catch (cause) {
    if (cause instanceof ProxyRefusal) throw cause;
    // Wrapped: undici's client redials forever when a connector fails with UND_ERR_SOCKET.
    throw new Error('the proxy could not be reached', { cause });
  } finally {
    void ignoring('the tunnel stands or has failed already', client.close());
  }
}

function secured({ context, checkServer }: Verification) {
  return { secureContext: context, checkServerIdentity: checkServer, rejectUnauthorized: true };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
