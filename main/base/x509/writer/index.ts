export { certificatePem, derOfPem, encryptedPrivateKeyPem } from './pem.ts';
export { writePkcs12 } from './pkcs12.ts';
