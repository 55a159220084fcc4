import type { AppError } from '../../../preload/contract/errors.ts';
import { type RefusedAnswer, readRefusal, refusalError } from '../../base/network/refusal/index.ts';

/** The client certificate that the refused call presented, or null for none. */
export type Presented = { readonly notAfter: string } | null;

/**
 * What an HTTP status other than 2xx means for a Web API call (spec/web-api.md, "Errors"; design,
 * section 4). 401 and 403 come here by certificate alone: with a token `callWebApi` has answered them.
 */
export function webApiRefusal(
  answer: RefusedAnswer & { readonly unasked?: boolean },
  presented: Presented,
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

/** Apache's own page, where it had to ask for the certificate after the request and could not. */
const saysLater = (words: string): boolean => words.includes('Post-Handshake Authentication');

/**
 * What the refusal says about the client certificate, or null. nginx lets the TLS handshake pass and
 * then answers 400 with a page of its own (internally 496 for none sent, 495 for one that fails
 * verification); the page does not say why it failed, the certificate's own dates may.
 */
function certificateVerdict(
  status: number,
  words: string,
  presented: Presented,
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
  // Any other refusal of an expired certificate is most likely for its date.
  if (outOfDate) return isRefusal || status === 400 ? 'expired' : null;
  return isRefusal ? 'refused' : null;
}
