import type { AppError } from '../../../preload/contract/errors.ts';
import { type RefusedAnswer, readRefusal, refusalError } from '../../base/network/refusal/index.ts';

/** The client certificate presented in the refused call, or null for none. */
export type PresentedCertificate = { readonly notAfter: string } | null;

/**
 * Returns the meaning of an HTTP status other than 2xx for a Web API call (spec/web-api.md, "Errors"; design, section
 * 4). Handles 401 and 403 only for calls by certificate alone: with a token `callWebApi` handles them.
 */
export function webApiRefusal(
  answer: RefusedAnswer & { readonly unasked?: boolean },
  presented: PresentedCertificate,
  now: Date,
): AppError {
  const refusal = readRefusal(answer, { now });
  const { unasked = false } = answer;
  if (presented !== null && (unasked || saysLater(refusal.words.text))) {
    return refusalError(refusal, { code: 'certificate-unasked', retryable: false });
  }
  const verdict = certificateVerdict(answer.status, refusal.words.text, presented, now);
  if (verdict === null) return refusalError(refusal);
  return refusalError(refusal, {
    code: verdict === 'refused' ? 'certificate-refused' : `tls-client-certificate-${verdict}`,
    retryable: false,
    details: presented === null ? {} : { notAfter: presented.notAfter },
  });
}

/** Apache's own page, if it should have asked for the certificate after the request and could not. */
const saysLater = (words: string): boolean => words.includes('Post-Handshake Authentication');

/**
 * Returns what the refusal says about the client certificate, or null. nginx lets the TLS handshake pass and then
 * answers 400 with a page of its own (internally 496 if none was sent, 495 for a failed verification); the page does
 * not say why it failed, the certificate's own dates may.
 */
function certificateVerdict(
  status: number,
  words: string,
  presented: PresentedCertificate,
  now: Date,
): 'missing' | 'expired' | 'rejected' | 'refused' | null {
  const said = status === 400 ? words : '';
  if (status === 496 || said.includes('No required SSL certificate was sent')) return 'missing';
  const outOfDate = presented !== null && Date.parse(presented.notAfter) < now.getTime();
  if (status === 495 || said.includes('The SSL certificate error')) {
    return outOfDate ? 'expired' : 'rejected';
  }
  const isRefusal = status === 401 || status === 403;
  if (presented === null) return isRefusal ? 'missing' : null;
  // Any other refusal of an expired certificate is most likely about its date.
  if (outOfDate) return isRefusal || status === 400 ? 'expired' : null;
  return isRefusal ? 'refused' : null;
}
