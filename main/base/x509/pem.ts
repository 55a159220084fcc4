/** RFC 7468 armour: base64 in lines of 64. */
export function pemBlock(label: string, der: Uint8Array): string {
  const base64 = Buffer.from(der).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Returns the unencrypted key, as `openssl pkcs12 -nodes` writes it. */
export const privateKeyPem = (pkcs8: Uint8Array): string => pemBlock('PRIVATE KEY', pkcs8);

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/** Returns the certificates in a PEM text with their armour; ignores text between them. */
export function splitCertificates(text: string): string[] {
  const blocks: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(begin, at);
    const last = start < 0 ? -1 : text.indexOf(end, start);
    if (last < 0) return blocks;
    at = last + end.length;
    blocks.push(text.slice(start, at));
  }
}
