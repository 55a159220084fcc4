/** Parameters of addresses and forms whose values are secret and must not reach a log. */
export const secretNames: ReadonlySet<string> = new Set([
  'code',
  'state',
  'token',
  'secret',
  'password',
  'passphrase',
  'code_verifier',
  'client_secret',
  'refresh_token',
  'access_token',
  'id_token',
  'id_token_hint',
  'registration_access_token',
]);

/**
 * Masks secrets that must not reach a log even inside an error's text. Passes over the text a fixed number of times.
 */
export function redact(text: string): string {
  return withoutPem(text)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]')
    .replace(/[\w.-]{20,}/g, (token) => (isJwt(token) ? '[jwt]' : token))
    .replace(/\b(sk|cd)-[\w-]{8,}/g, '[key]')
    .replace(/\b([a-z_]{2,30})=[^&\s"']+/gi, (whole, name: string) =>
      secretNames.has(name.toLowerCase()) ? `${name}=[redacted]` : whole,
    );
}

function isJwt(token: string): boolean {
  const start = token.indexOf('eyJ');
  return start >= 0 && token.slice(start).split('.').length > 2;
}

/** A block without its end was cut: its rest is removed too. */
function withoutPem(text: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('-----BEGIN ', at);
    if (start < 0) return kept + text.slice(at);
    kept += `${text.slice(at, start)}[pem]`;
    const end = text.indexOf('-----END ', start);
    const close = end < 0 ? -1 : text.indexOf('-----', end + '-----END '.length);
    if (close < 0) return kept;
    at = close + '-----'.length;
  }
}
