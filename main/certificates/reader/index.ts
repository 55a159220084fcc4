/**
 * Reads any certificate file a user may have. Pure: no files, no windows, no network, the same
 * answers on Node's OpenSSL and on Electron's BoringSSL.
 */
export type { ReadLimits, ReadPhase, ReadProgress } from './derivation/context.ts';
export type { FailureDetails, FailureOutcome } from './failures.ts';
export { type ReadOptions, readCertificateFile } from './read-certificate-file.ts';
export type { ForeignKind } from './recognise.ts';
export type {
  CertificateEntry,
  KeyChoice,
  KeyType,
  ReadFailure,
  ReadResult,
  ReadSuccess,
  ReadWarning,
} from './result.ts';
export {
  type CertificateCheck,
  type CertificateCheckCode,
  checkCertificate,
  dueReminder,
  reminderDays,
} from './x509/check.ts';
export { type CertificateDescription, describeCertificate } from './x509/describe.ts';
export type { DistinguishedName, NameAttribute } from './x509/names.ts';
export { type TlsRuntime, type TlsUsability, tlsUsability } from './x509/tls-usability.ts';
