export { certificatePem, derOfPem, encryptedPrivateKeyPem, privateKeyPem } from './pem.ts';
export { writePkcs12 } from './pkcs12.ts';
