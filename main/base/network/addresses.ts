import { isLoopback } from '../../../common/addresses/loopback.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/**
 * Parses an address that may be called: https, or http to loopback, without credentials.
 * @throws AppError `address-invalid`
 */
export function parseAddress(text: string): URL {
  const url = urlOf(text);
  if (url.username !== '' || url.password !== '') throw invalid('has-credentials');
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return url;
  throw invalid('not-https');
}

function urlOf(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw invalid('not-a-url');
  }
}

function invalid(problem: string): AppError {
  return new AppError('address-invalid', { details: { problem } });
}

/** `host` is for display: the name, with the port unless it is the default. */
export function hostOf(url: URL): { hostname: string; host: string } {
  return { hostname: url.hostname, host: url.host };
}
