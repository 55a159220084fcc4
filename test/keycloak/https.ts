import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';

/** PEM of a certificate and its key, as a browser would present them. */
export interface Presented {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

export interface HttpsRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** PEM of the authority that the server must have. */
  readonly authority: string;
  readonly certificate?: Presented | null;
}

export interface HttpsAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request on a connection of its own: no code of the app, no connection of another identity. */
export function https(wanted: HttpsRequest): Promise<HttpsAnswer> {
  const { url, method = 'GET', headers = {}, body, authority, certificate } = wanted;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-length': size(body) },
      agent: false,
      ca: authority,
      ...(certificate ? { cert: certificate.certificatePem, key: certificate.privateKeyPem } : {}),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const pieces: Uint8Array[] = [];
      incoming.on('data', (piece: Uint8Array) => pieces.push(piece));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(pieces).toString('utf8'),
        }),
      );
    });
    outgoing.end(body);
  });
}

function size(body: string): string {
  return String(Buffer.byteLength(body));
}
