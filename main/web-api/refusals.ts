import { AppError, type ErrorCode } from '../../preload/contract/errors.ts';
import { serverWords } from './words.ts';

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly host: string;
}

/** The client certificate that the refused call presented, or null for none. */
export type Presented = { readonly notAfter: string } | null;

type Details = Record<string, string | number | boolean>;

/**
 * What an HTTP status other than 2xx means for a Web API call (spec/web-api.md, "Errors"; design,
 * section 4). The server's words are in `details.server`, its wish for a pause in
 * `details.retryAfter` (seconds).
 */
export function refusalError(refusal: Refusal, presented: Presented, now: Date): AppError {
  const { status, headers, host, body } = refusal;
  const said = serverWords(body, headers['content-type'] ?? '');
  const pause = retryAfter(headers['retry-after'], now);
  const details: Details = {
    host,
    status,
    ...(said === '' ? {} : { server: said }),
    ...(pause === null ? {} : { retryAfter: pause }),
  };
  const make = (code: ErrorCode, retryable = false): AppError =>
    new AppError(code, { details, retryable });

  const verdict = certificateVerdict(refusal, presented, now);
  if (verdict !== null) {
    if (presented !== null) details.notAfter = presented.notAfter;
    return make(`tls-client-certificate-${verdict}`);
  }
  if (status === 401) return make('http-unauthorized');
  if (status === 403) return make('http-forbidden');
  if (status === 404) return make('http-not-found');
  if (status === 429) return make('http-rate-limited', true);
  return make('http-status', status >= 500 || status === 408);
}

/**
 * What the refusal says about the client certificate, or null. nginx lets the TLS handshake pass and
 * then answers 400 with a page of its own (internally 496 for none sent, 495 for one that fails
 * verification); the page does not say why it failed, the certificate's own dates may.
 */
export function certificateVerdict(
  { status, body }: Pick<Refusal, 'status' | 'body'>,
  presented: Presented,
  now: Date,
): 'missing' | 'expired' | 'rejected' | null {
  const said = status === 400 ? body : '';
  if (status === 496 || said.includes('No required SSL certificate was sent')) return 'missing';
  const outOfDate = presented !== null && Date.parse(presented.notAfter) < now.getTime();
  if (status === 495 || said.includes('The SSL certificate error')) {
    return outOfDate ? 'expired' : 'rejected';
  }
  // Any other refusal of an expired certificate is most likely for its date.
  return outOfDate && (status === 400 || status === 401 || status === 403) ? 'expired' : null;
}

/** Seconds until the time that `Retry-After` names (RFC 9110, section 10.2.3); null for none. */
export function retryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now.getTime()) / 1000));
}
