export type { WriterEncryption } from './encrypt.ts';
export { certificatePem, encryptedPrivateKeyPem, privateKeyPem } from './pem.ts';
export { type Pkcs12Contents, type Pkcs12Mac, writePkcs12 } from './pkcs12.ts';
