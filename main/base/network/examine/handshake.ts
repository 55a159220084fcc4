import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { AppError } from '../../../../preload/contract/errors.ts';
import { type Connection, trustAt } from '../connection.ts';
import type { TlsIdentity } from '../identity.ts';
import type { Trust } from '../trust.ts';
import { waitForSocket } from './abortable.ts';
import { type Dialer, portOf, withoutBrackets } from './dialer.ts';
import { hasPresented, readServerFlight, type ServerFlight } from './flight.ts';
import { Tap } from './tap.ts';
import { findTrustSource, type TrustSource } from './trust-source.ts';

export interface HandshakeOptions {
  /** Where to dial; null: through the proxy. */
  readonly address: string | null;
  readonly connection: Connection;
  /** Presented if the server asks: pass it only for a server already found to be trusted. */
  readonly identity: TlsIdentity | null;
  /** Highest version to offer; default the highest available. */
  readonly highest?: 'TLSv1.2';
  readonly signal: AbortSignal;
}

export interface Handshake {
  /** The server's messages; null if the handshake did not get that far. */
  readonly server: ServerFlight | null;
  /** OpenSSL's name of the cipher suite; null as above. */
  readonly cipher: string | null;
  /** Whether `identity` was shown. */
  readonly presented: boolean;
  /** Origin of the authority at the chain's end, or `pin` for a pinned certificate; null if not trusted. */
  readonly trustedBy: TrustSource | null;
  /** Reason why there is no trusted connection. */
  readonly problem: AppError | null;
}

const handshakeTimeout = 5_000;

/** Makes one handshake and nothing more. @throws AppError of the connection, `cancelled` */
export async function performHandshake(
  way: Dialer,
  trust: Trust,
  url: URL,
  options: HandshakeOptions,
): Promise<Handshake> {
  const { connection, identity, highest, signal } = options;
  const trusted = trustAt(connection, url.hostname, portOf(url));
  const context = trust.context(identity, trusted, highest);
  let socket: Socket;
  try {
    socket = await way.reach(url, options);
  } catch (cause) {
    throw way.failure(cause, url);
  }
  const tap = new Tap(socket);
  const hostname = withoutBrackets(url.hostname);
  const dialling: ConnectionOptions = {
    socket: tap,
    host: hostname,
    servername: isIP(hostname) === 0 ? hostname : '',
    secureContext: context,
    rejectUnauthorized: true,
    checkServerIdentity: trust.checkServer(trusted),
    ALPNProtocols: ['http/1.1'],
  };
  const secrets = new Map<string, Buffer>();
  const secure = connectTls(dialling);
  secure.on('keylog', (line: Buffer) => noteSecret(secrets, line));
  let problem: AppError | null = null;
  try {
    await waitForSocket(secure, 'secureConnect', {
      phase: 'handshake',
      time: handshakeTimeout,
      signal,
    });
  } catch (cause) {
    problem = way.failure(cause, url, identity);
  }
  const cipher = secure.getCipher()?.standardName ?? null;
  const server = readServerFlight(tap.received, secrets);
  const trustedBy = findTrustSource(trusted, {
    problem,
    hostname,
    sent: server?.chain ?? [],
    verified: () => secure.getPeerCertificate(true),
  });
  const presented = server !== null && identity !== null && hasPresented(tap.sent, server, secrets);
  secure.destroy();
  tap.destroy();
  if (problem?.code === 'cancelled') throw problem;
  return { server, cipher: server === null ? null : cipher, presented, trustedBy, problem };
}

/** Stores a line of the NSS key log format: label, client random and secret, the latter two in hexadecimal. */
function noteSecret(secrets: Map<string, Buffer>, line: Buffer): void {
  const [label, , secret] = line.toString('latin1').trim().split(' ');
  if (label?.endsWith('HANDSHAKE_TRAFFIC_SECRET') === true && secret !== undefined) {
    secrets.set(label, Buffer.from(secret, 'hex'));
  }
}
