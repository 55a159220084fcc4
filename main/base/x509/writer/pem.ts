import { pemBlock } from '../pem.ts';
import { encryptPrivateKey, type WriterEncryption } from './encrypt.ts';

/** Returns the DER inside one PEM block. */
export function derOfPem(pem: string): Uint8Array {
  return Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
}

/** One certificate (DER) as PEM. */
export const certificatePem = (der: Uint8Array): string => pemBlock('CERTIFICATE', der);

/** Returns the key encrypted with a passphrase: PKCS#8 with PBES2, by default AES-256-CBC and PBKDF2 with SHA-256. */
export async function encryptedPrivateKeyPem(
  pkcs8: Uint8Array,
  passphrase: string,
  encryption?: WriterEncryption,
): Promise<string> {
  return pemBlock('ENCRYPTED PRIVATE KEY', await encryptPrivateKey(pkcs8, passphrase, encryption));
}
