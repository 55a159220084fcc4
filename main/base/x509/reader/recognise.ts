/** Kind of a file that is not ours, by its first octets. */

export type ForeignKind =
  | 'empty'
  | 'java-keystore'
  | 'java-jceks-keystore'
  | 'bouncy-castle-keystore'
  | 'pkcs7'
  | 'certificate-request'
  | 'revocation-list'
  | 'public-key'
  | 'html'
  | 'zip'
  | 'pdf'
  | 'nss-database'
  | 'openssh-key'
  | 'putty-key'
  | 'pgp'
  | 'text'
  | 'unknown';

const magic: readonly (readonly [readonly number[], ForeignKind])[] = [
  [[0xfe, 0xed, 0xfe, 0xed], 'java-keystore'],
  [[0xce, 0xce, 0xce, 0xce], 'java-jceks-keystore'],
  [[0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x14], 'bouncy-castle-keystore'],
  [[0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x14], 'bouncy-castle-keystore'],
  [[0x50, 0x4b, 0x03, 0x04], 'zip'],
  [[0x25, 0x50, 0x44, 0x46], 'pdf'],
  [[...Buffer.from('SQLite format 3')], 'nss-database'],
];

/** Checks magic numbers, then the text's beginning. `text` is undefined if it is no text. */
export function foreignKind(bytes: Uint8Array, text: string | undefined): ForeignKind {
  if (bytes.length === 0) return 'empty';
  for (const [prefix, kind] of magic) {
    if (prefix.every((byte, i) => bytes[i] === byte)) return kind;
  }
  if (text === undefined) return 'unknown';
  const start = text.trimStart().slice(0, 4096).toLowerCase();
  if (start === '') return 'empty';
  if (/^<(!doctype html|html|\?xml[^>]*>\s*<(!doctype html|html))/.test(start)) return 'html';
  if (start.startsWith('<') && start.includes('<html')) return 'html';
  if (start.startsWith('putty-user-key-file')) return 'putty-key';
  if (/^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-)/.test(start)) return 'openssh-key';
  if (start.includes('-----begin pgp')) return 'pgp';
  return 'text';
}

/** PEM labels of other objects. */
export function foreignLabel(label: string): ForeignKind | undefined {
  if (label === 'PKCS7' || label === 'CMS' || label === 'PKCS #7 SIGNED DATA') return 'pkcs7';
  if (label.endsWith('CERTIFICATE REQUEST')) return 'certificate-request';
  if (label === 'X509 CRL') return 'revocation-list';
  if (label.endsWith('PUBLIC KEY')) return 'public-key';
  return label.startsWith('PGP ') ? 'pgp' : undefined;
}

/** Returns whether the first part has only control characters that texts have. */
export function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 4096);
  const mark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return mark || sample.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
