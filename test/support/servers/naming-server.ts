import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:tls';
import type { Pki } from '../worlds/pki.ts';

/** Starts an HTTPS server that answers with the name in the client's certificate, and records each call. */
export async function startNamingServer(pki: Pki, server = pki.servers.good) {
  const calls: string[] = [];
  const listener = createTlsServer(
    {
      key: server.privateKeyPem,
      cert: server.certificatePem,
      ca: pki.authorities.users.pem,
      requestCert: true,
      rejectUnauthorized: false,
    },
    (socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', () => {
        const name = String(socket.getPeerCertificate().subject?.CN ?? 'nobody');
        calls.push(`${name} ${socket.getProtocol()} ${socket.isSessionReused()}`);
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${name.length}\r\n\r\n${name}`);
      });
    },
  ).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, calls, close: () => void listener.close() };
}
