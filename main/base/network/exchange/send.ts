import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Lease } from '../agents.ts';
import { readFacts } from '../facts.ts';
import { isLengthMismatch } from '../http-rules.ts';
import { plainLine } from '../refusal/line.ts';
import { DecodeFailure, decode } from './decoding.ts';
import { type Body, isRedirect } from './redirects.ts';

export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  /** Maximum bytes of a buffered body; null streams it. */
  readonly maxBytes: number | null;
  /** False streams the body of a redirect like any other. */
  readonly collectRedirects: boolean;
  readonly signal: AbortSignal | undefined;
  readonly host: string;
  readonly fail: (cause: unknown) => AppError;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly body: Uint8Array | Readable;
}

/** Receives the pieces of one body. */
interface Sink {
  /** False asks for a pause until the controller's `resume`. */
  data(chunk: Buffer): boolean;
  end(): void;
  fail(error: AppError): void;
}

const streamBuffer = 256 * 1024;
/** Redirect bodies up to this size are read and dropped so that the connection can be reused. */
const maxRedirectBytes = 1024 * 1024;

/**
 * Sends one request and returns its answer. A buffered body is complete when it resolves; a streamed one starts then.
 * Passes pieces on from the socket without copying. The server may have just closed a reused connection: a GET or HEAD
 * that got nothing back on one is retried once (RFC 9112, section 9.3.1).
 * @throws AppError from `fail`, `cancelled`, `network-timeout`, `answer-too-large`
 */
export function send(lease: Lease, exchange: Exchange): Promise<HttpResponse> {
  const { url, signal, maxBytes, host, fail } = exchange;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let sink: Sink | null = null;
    let head: Omit<HttpResponse, 'body'> | null = null;
    let mayRepeat = exchange.method === 'GET' || exchange.method === 'HEAD';
    let ended = false;

    const finish = (): void => {
      ended = true;
      signal?.removeEventListener('abort', onAbort);
      lease.release();
    };
    const stop = (error: AppError): void => {
      if (ended) return;
      finish();
      if (sink === null) reject(error);
      else sink.fail(error);
      controller?.abort(error);
    };
    const end = (): void => {
      if (ended) return;
      finish();
      sink?.end();
    };
    const onAbort = (): void => stop(abortError(signal, host));
    if (signal?.aborted) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (ended) started.abort(new AppError('cancelled'));
      },
      onResponseStart(_, status, raw) {
        if (status < 200 || ended) return;
        const headers = flatten(raw);
        head = { status, headers, setCookies: [raw['set-cookie'] ?? []].flat() };
        if (maxBytes !== null) {
          if (Number(headers['content-length'] ?? 0) > maxBytes) {
            stop(tooLarge(host, maxBytes));
            return;
          }
          sink = collect(head, maxBytes, { host, resolve, reject, stop });
        } else if (exchange.collectRedirects && isRedirect(status, headers)) {
          const limited = { host, resolve, reject, stop };
          sink = collect(head, maxRedirectBytes, limited);
        } else {
          const body = createBody(() => controller?.resume(), stop);
          sink = streamTo(body);
          resolve({ ...head, body });
        }
      },
      onResponseData(given, chunk) {
        if (!ended && sink?.data(chunk) === false) given.pause();
      },
      onResponseEnd: end,
      onResponseError(_, error) {
        if (ended) return;
        if (head === null && mayRepeat && wasClosed(error)) {
          mayRepeat = false;
          dispatch();
          return;
        }
        // A 304 has the length of the body that it omits (RFC 9110, section 8.6).
        if (head?.status === 304 && isLengthMismatch(error)) end();
        else stop(fail(error));
      },
    };
    const dispatch = (): void => {
      try {
        lease.dispatcher.dispatch(
          {
            path: `${url.pathname}${url.search}`,
            method: exchange.method as Dispatcher.HttpMethod,
            headers: exchange.headers,
            body: asBody(exchange.body),
            headersTimeout: exchange.headersTimeout,
            bodyTimeout: exchange.bodyTimeout,
          },
          handler,
        );
      } catch (cause) {
        stop(fail(cause));
      }
    };
    dispatch();
  });
}

/** Returns whether a reused connection was closed. */
function wasClosed(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  const isClosed = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);
  return isClosed && readFacts(error)?.used === true && !/^bad /.test(error.message);
}

/** Sends several pieces as a stream, which waits for the socket between them. */
function asBody(body: Exchange['body']): string | Uint8Array | Readable | null {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) return body;
  if (typeof body === 'function') return Readable.from(body());
  const [only = null] = body;
  return body.length <= 1 ? only : Readable.from(body);
}

interface Collecting {
  readonly host: string;
  resolve(answer: HttpResponse): void;
  reject(error: AppError): void;
  stop(error: AppError): void;
}

function collect(
  head: Omit<HttpResponse, 'body'>,
  maxBytes: number,
  { host, resolve, reject, stop }: Collecting,
): Sink {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    data(chunk) {
      size += chunk.length;
      if (size > maxBytes) stop(tooLarge(host, maxBytes));
      else chunks.push(chunk);
      return true;
    },
    end() {
      const [only] = chunks;
      const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
      const encoding = head.headers['content-encoding'];
      if (encoding === undefined) resolve({ ...head, body });
      else decoded(head, body, encoding, { host, maxBytes }).then(resolve, reject);
    },
    fail: reject,
  };
}

/**
 * Returns the answer with its body decompressed and its headers adjusted.
 * @throws AppError `answer-encoding`, `answer-too-large`
 */
async function decoded(
  head: Omit<HttpResponse, 'body'>,
  body: Uint8Array,
  encoding: string,
  { host, maxBytes }: { readonly host: string; readonly maxBytes: number },
): Promise<HttpResponse> {
  const { 'content-encoding': _, 'content-length': __, ...headers } = head.headers;
  try {
    return { ...head, headers, body: await decode(body, encoding, maxBytes) };
  } catch (cause) {
    if (!(cause instanceof DecodeFailure)) throw new AppError('internal', { cause });
    if (cause.reason === 'too-large') throw tooLarge(host, maxBytes);
    // The status matters more than an unreadable text.
    if (head.status < 200 || head.status > 299) {
      return { ...head, headers, body: new Uint8Array() };
    }
    throw new AppError('answer-encoding', {
      details: { host, encoding: plainLine(cause.encoding, 100), reason: cause.reason },
    });
  }
}

function createBody(resume: () => void, stop: (error: AppError) => void): Readable {
  return new Readable({
    highWaterMark: streamBuffer,
    read: resume,
    destroy(error, done) {
      // Has no effect if the answer has ended.
      stop(error instanceof AppError ? error : new AppError('cancelled'));
      done(error);
    },
  });
}

function streamTo(body: Readable): Sink {
  return {
    data: (chunk) => body.push(chunk),
    end: () => void body.push(null),
    fail(error) {
      if (!body.destroyed) body.destroy(error);
    },
  };
}

function flatten(
  raw: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in raw) {
    const value = raw[name];
    if (value === undefined) continue;
    headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function abortError(signal: AbortSignal | undefined, host: string): AppError {
  const reason: unknown = signal?.reason;
  if (reason instanceof AppError) return reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new AppError('network-timeout', { details: { host, phase: 'total' }, retryable: true });
  }
  return new AppError('cancelled');
}

function tooLarge(host: string, maxBytes: number): AppError {
  return new AppError('answer-too-large', { details: { host, maxBytes } });
}
