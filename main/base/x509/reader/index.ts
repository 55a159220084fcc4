/**
 * Reads any certificate file that a user may have. Pure: no files, no windows, no network, the same results on Node's
 * OpenSSL and on Electron's BoringSSL.
 */
export type { ReadProgress } from './derivation/context.ts';
export type { FailureOutcome } from './failures.ts';
export { readCertificateFile } from './read-certificate-file.ts';
export type { ForeignKind } from './recognise.ts';
export type {
  CertificateEntry,
  KeyChoice,
  ReadResult,
  ReadWarning,
} from './result.ts';
export {
  type CertificateCheckCode,
  checkCertificate,
  dueReminder,
} from './x509/check.ts';
export { type CertificateDescription, describeCertificate } from './x509/describe.ts';

export { reorder } from './x509/reorder.ts';
export { type TlsRuntime, tlsUsability } from './x509/tls-usability.ts';
