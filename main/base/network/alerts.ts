/** Numbers of TLS alerts with which a server ends a connection (RFC 8446, section 6). */
const alertNumbers: Readonly<Record<string, number>> = {
  UNEXPECTED_MESSAGE: 10,
  HANDSHAKE_FAILURE: 40,
  BAD_CERTIFICATE: 42,
  UNSUPPORTED_CERTIFICATE: 43,
  CERTIFICATE_REVOKED: 44,
  CERTIFICATE_EXPIRED: 45,
  CERTIFICATE_UNKNOWN: 46,
  ILLEGAL_PARAMETER: 47,
  UNKNOWN_CA: 48,
  ACCESS_DENIED: 49,
  DECODE_ERROR: 50,
  DECRYPT_ERROR: 51,
  PROTOCOL_VERSION: 70,
  INSUFFICIENT_SECURITY: 71,
  INTERNAL_ERROR: 80,
  UNRECOGNIZED_NAME: 112,
  CERTIFICATE_REQUIRED: 116,
  NO_APPLICATION_PROTOCOL: 120,
};

/**
 * Returns the alert in an error of OpenSSL (`sslv3 alert bad certificate`, `SSL alert number 42`,
 * `ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE`) or BoringSSL (`SSLV3_ALERT_BAD_CERTIFICATE`), or null.
 */
export function findAlert(text: string): { number: number; name: string } | null {
  const words = text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const numbered = /SSL_ALERT_NUMBER_(\d+)/.exec(words)?.[1];
  for (const [name, number] of Object.entries(alertNumbers)) {
    const named =
      words.includes(`ALERT_${name}`) ||
      // OpenSSL's reason for alert 112 lacks the word.
      (number === 112 && words.includes('TLSV1_UNRECOGNIZED_NAME'));
    if (numbered === undefined ? named : Number(numbered) === number)
      return { number, name: label(name) };
  }
  return numbered === undefined ? null : { number: Number(numbered), name: `alert ${numbered}` };
}

function label(name: string): string {
  return name.toLowerCase();
}

/** Alerts about the client's certificate. */
const rejecting = new Set([42, 43, 44, 46, 48, 49]);

export type ClientCertificateVerdict = 'missing' | 'expired' | 'rejected';

export interface AlertCircumstances {
  /** The app had a certificate to present. */
  readonly presented: boolean;
  /** That certificate has expired by this computer's clock. */
  readonly expired: boolean;
  /** The server had sent its certificate, so both sides had agreed on a protocol and a cipher. */
  readonly serverKnown: boolean;
}

/** Returns what the alert says about the client certificate, or null. */
export function judgeAlert(
  alert: number,
  { presented, expired, serverKnown }: AlertCircumstances,
): ClientCertificateVerdict | null {
  if (alert === 116) return 'missing';
  // TLS 1.2 has no alert for a missing certificate.
  if (alert === 40) return !presented && serverKnown ? 'missing' : null;
  if (alert === 45) return presented ? 'expired' : null;
  if (!rejecting.has(alert)) return null;
  // Go's TLS 1.2 sends bad_certificate if none came.
  if (!presented) return 'missing';
  // unknown_ca and certificate_revoked are more specific than the date.
  return expired && alert !== 48 && alert !== 44 ? 'expired' : 'rejected';
}
