import * as z from 'zod';
import { call, event, resource } from '../define.ts';
import { bytes, confirmation, id, instant, nothing, protection, savedFile } from '../shapes.ts';

/** Facts about one X.509 certificate. */
export const certificateFacts = z.object({
  /** RFC 4514 string. */
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  notBefore: instant,
  notAfter: instant,
  /** SHA-256 over the DER, lower-case hex. */
  fingerprint: z.string(),
  /** For example `RSA 2048` or `EC P-256`. */
  keyType: z.string(),
});
export type CertificateFacts = z.infer<typeof certificateFacts>;

/** A finding about an imported certificate; each code has a sentence under `certificates.checks`. */
export const certificateCheck = z.object({
  code: z.enum([
    'not-yet-valid',
    'expired',
    'expires-soon',
    'no-client-authentication',
    'no-digital-signature',
    'is-authority',
    'chain-incomplete',
    'chain-expired',
    'key-too-weak',
    'weak-signature',
    'key-unusable-here',
    // about the file rather than the certificate
    'no-integrity',
    'key-not-encrypted',
    'weak-encryption',
    'nonstandard-passphrase-encoding',
  ]),
  severity: z.enum(['note', 'warning', 'error']),
  /** Whole days left, and when it expires. */
  days: z.number().optional(),
  until: instant.optional(),
  detail: z.string().optional(),
});
export type CertificateCheck = z.infer<typeof certificateCheck>;

const contents = z.object({
  leaf: certificateFacts,
  /** Ordered by issuer, the leaf's issuer first. */
  chain: z.array(certificateFacts),
  checks: z.array(certificateCheck),
});

/** Allowed uses of a certificate; each has a word under `certificates.uses`. */
export const certificateUses = [
  'clientAuth',
  'serverAuth',
  'emailProtection',
  'codeSigning',
  'timeStamping',
  'OCSPSigning',
  'smartcardLogon',
  'signing',
  'encryption',
  'authority',
  'any',
  'other',
] as const;
export type CertificateUse = (typeof certificateUses)[number];

/** One private key of a file with one of its certificates, for the user to choose from. */
export const keyChoice = z.object({
  index: z.number().int().nonnegative(),
  /** For example `RSA 2048` or `EC P-256`; null if the key could not be opened. */
  keyType: z.string().nullable(),
  friendlyName: z.string().nullable(),
  /** Null if the file has no certificate for this key, so that it cannot be chosen. */
  certificate: certificateFacts.nullable(),
  uses: z.array(z.enum(certificateUses)),
  /** Why the key could not be opened. */
  problem: z.enum(['passphrase', 'unsupported', 'damaged']).nullable(),
});
export type KeyChoice = z.infer<typeof keyChoice>;

/** A file that was read and waits for the user's decision; main forgets it after ten minutes. */
export const readCertificate = contents.extend({
  readId: id,
  fileName: z.string(),
  proposedName: z.string(),
  /** Certificates in the file outside the chain: stored with it, and sent to no server. */
  strays: z.array(certificateFacts),
  /** An imported certificate with the same leaf, if there is one. */
  duplicateOf: id.nullable(),
  /** Every key of the file, and which one the facts above describe. */
  keys: z.array(keyChoice),
  keyIndex: z.number().int().nonnegative(),
  /** True if storing it first needs the vault's passphrase to be set or typed. */
  needsVault: z.boolean(),
});
export type ReadCertificate = z.infer<typeof readCertificate>;

export const certificate = contents.extend({
  id,
  name: z.string(),
  fileName: z.string(),
  importedAt: instant,
  protection,
  /** What its issuer allows it to be used for. */
  uses: z.array(z.enum(certificateUses)),
  /** The file's other certificates: stored, sent to no server, exported on request. */
  others: z.array(certificateFacts),
  /** The systems that present this certificate. */
  usedBy: z.array(id),
  /** Days of the due reminder that was not dismissed: 30, 7, 1, or 0 once expired. */
  reminder: z.union([z.literal(30), z.literal(7), z.literal(1), z.literal(0)]).nullable(),
});
export type Certificate = z.infer<typeof certificate>;

export const certificatesState = z.object({ certificates: z.array(certificate) });

/** Kind of a file that is no certificate: `kind` of the error `certificate-not-a-certificate`. */
export const foreignKinds = [
  'empty',
  'java-keystore',
  'java-jceks-keystore',
  'bouncy-castle-keystore',
  'pkcs7',
  'certificate-request',
  'revocation-list',
  'public-key',
  'html',
  'zip',
  'pdf',
  'nss-database',
  'openssh-key',
  'putty-key',
  'pgp',
  'text',
  'unknown',
] as const;
export type ForeignKind = (typeof foreignKinds)[number];

export const readPhases = ['reading', 'deriving-keys', 'decrypting', 'matching'] as const;

/** Whether to include the certificates outside the chain. */
const withOthers = z.boolean().optional();

const file = z.object({ fileName: z.string().max(500), bytes });

export const certificates = {
  ...resource(nothing, certificatesState),
  /** Reads a file; a wrong passphrase is `certificate-wrong-password`, and the same call can be repeated. */
  read: call(
    file.extend({
      passphrase: z.string().max(4096).nullable(),
      /** The other file if key and certificate are in two files. */
      secondFile: file.optional(),
      /** The caller's name for this read, for `progress` and `cancelRead`. */
      attempt: id.optional(),
    }),
    readCertificate,
  ),
  /** Cancels a read; its call fails with `cancelled`. */
  cancelRead: call(z.object({ attempt: id }), nothing),
  /** Switches to another of the file's keys. */
  chooseKey: call(
    z.object({ readId: id, keyIndex: z.number().int().nonnegative() }),
    readCertificate,
  ),
  /** Seals and stores the read certificate; with `replaces` it replaces that one, whose systems then use it. */
  keep: call(
    z.object({ readId: id, name: z.string().trim().min(1).max(100), replaces: id.nullable() }),
    certificate,
  ),
  discard: call(z.object({ readId: id }), nothing),
  rename: call(z.object({ id, name: z.string().trim().min(1).max(100) }), certificate),
  /** Exports PEM of leaf, chain and key, as `curl --cert` takes it; a passphrase encrypts the key. */
  exportPem: call(
    z.object({
      id,
      passphrase: z.string().min(1).max(1024).nullable(),
      confirmation: confirmation.optional(),
      withOthers,
    }),
    savedFile,
  ),
  /** Exports a modern `.p12` (PBES2 with AES-256, SHA-256) for current software. */
  exportP12: call(
    z.object({
      id,
      passphrase: z.string().min(1).max(1024),
      confirmation: confirmation.optional(),
      withOthers,
    }),
    savedFile,
  ),
  remove: call(z.object({ id }), nothing),
  /** Hides the reminder until the next of 30, 7 and 1 days. */
  dismissReminder: call(z.object({ id }), nothing),
  progress: event(
    z.object({ attempt: id, phase: z.enum(readPhases), fraction: z.number().min(0).max(1) }),
  ),
};
