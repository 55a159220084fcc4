import { Agent, request } from 'undici';
import type { Answer, Network, RequestOptions } from '../../main/network/index.ts';
import { AppError, type ErrorCode } from '../../preload/contract/errors.ts';

const codes: Record<string, ErrorCode> = {
  ECONNREFUSED: 'network-refused',
  ECONNRESET: 'network-reset',
  UND_ERR_SOCKET: 'network-reset',
  UND_ERR_HEADERS_TIMEOUT: 'network-timeout',
  UND_ERR_ABORTED: 'cancelled',
  ABORT_ERR: 'cancelled',
};

function toAppError(cause: unknown): AppError {
  const { code, name } = cause as { code?: unknown; name?: unknown };
  const known = name === 'AbortError' ? 'cancelled' : codes[String(code)];
  return new AppError(known ?? 'internal', { cause });
}

/** The `Network` port over plain undici: for tests of what stands on it, without TLS and redirects. */
export function plainNetwork(): Network {
  const agent = new Agent();
  const open = async (options: RequestOptions) => {
    try {
      const answer = await request(options.url, {
        dispatcher: agent,
        method: (options.method ?? 'GET') as 'GET',
        headers: { ...options.headers },
        body: options.body ?? null,
        signal: options.signal ?? null,
        headersTimeout: options.headersTimeout ?? 30_000,
        bodyTimeout: options.bodyTimeout ?? 30_000,
      });
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
      const facts: Answer = { status: answer.statusCode, headers, url: options.url };
      return { ...facts, body: answer.body };
    } catch (cause) {
      throw toAppError(cause);
    }
  };
  return {
    stream: open,
    async request(options) {
      const answer = await open(options);
      try {
        return { ...answer, body: new Uint8Array(await answer.body.arrayBuffer()) };
      } catch (cause) {
        throw toAppError(cause);
      }
    },
    close: () => agent.destroy(),
  };
}
