import { AppError } from '../../../../preload/contract/errors.ts';

const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** A function makes the pieces of a body that may be too large for memory, anew for each request. */
export type Body = string | Uint8Array | readonly Uint8Array[] | (() => AsyncIterable<Uint8Array>);

export interface Redirectable {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Body | undefined;
}

export function isRedirect(status: number, headers: Readonly<Record<string, string>>): boolean {
  return redirectStatuses.has(status) && headers.location !== undefined;
}

/**
 * Returns the request that a redirect asks for, or null if the answer is no redirect. Methods change as in the Fetch
 * standard (HTTP-redirect fetch, step 12): 303 turns everything but HEAD into GET, 301 and 302 only POST; 307 and 308
 * repeat the request with its body.
 * @throws AppError `http-redirect-refused` for another origin, too many, or no valid address
 */
export function nextRequest(
  url: URL,
  request: Redirectable,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  hops: number,
): {
  url: URL;
  request: { method: string; body?: undefined; headers?: Record<string, string> };
} | null {
  const { status, headers } = answer;
  const location = headers.location;
  if (location === undefined || !isRedirect(status, headers)) return null;
  const refuse = (reason: string, to: string): AppError =>
    new AppError('http-redirect-refused', { details: { host: url.host, status, reason, to } });
  const target = URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (target === null) throw refuse('not-a-url', '');
  if (target.origin !== url.origin) throw refuse('other-origin', target.origin);
  if (hops >= maxRedirects) throw refuse('too-many', target.origin);
  const { method } = request;
  const toGet =
    (status === 303 && method !== 'GET' && method !== 'HEAD') ||
    ((status === 301 || status === 302) && method === 'POST');
  if (!toGet) return { url: target, request: { method } };
  const kept = Object.entries(request.headers ?? {}).filter(
    ([name]) => !name.toLowerCase().startsWith('content-'),
  );
  return {
    url: target,
    request: { method: 'GET', body: undefined, headers: Object.fromEntries(kept) },
  };
}
