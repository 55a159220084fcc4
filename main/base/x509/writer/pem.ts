import { encryptPrivateKey, type WriterEncryption } from './encrypt.ts';

/** RFC 7468 armour: base64 in lines of 64. */
export function pemBlock(label: string, der: Uint8Array): string {
  const base64 = Buffer.from(der).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Returns the DER inside one PEM block. */
export function derOfPem(pem: string): Uint8Array {
  return Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
}

/** One certificate (DER) as PEM. */
export const certificatePem = (der: Uint8Array): string => pemBlock('CERTIFICATE', der);

/** Returns the unencrypted key, as `openssl pkcs12 -nodes` writes it; only if the user asks for that. */
export const privateKeyPem = (pkcs8: Uint8Array): string => pemBlock('PRIVATE KEY', pkcs8);

/** Returns the key encrypted with a passphrase: PKCS#8 with PBES2, by default AES-256-CBC and PBKDF2 with SHA-256. */
export async function encryptedPrivateKeyPem(
  pkcs8: Uint8Array,
  passphrase: string,
  encryption?: WriterEncryption,
): Promise<string> {
  return pemBlock('ENCRYPTED PRIVATE KEY', await encryptPrivateKey(pkcs8, passphrase, encryption));
}
