import { createPrivateKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readIfPresent, writePrivateFile } from '../files.ts';
import { type DistinguishedName, makeCertificate, toPem } from './x509.ts';

const generate = promisify(generateKeyPair);
const anHour = 60 * 60 * 1000;
const day = 24 * anHour;
const organisation = [['O', 'Compute Desk Demo']] as const satisfies DistinguishedName;
const authorityName: DistinguishedName = [...organisation, ['CN', 'Compute Desk Demo Root']];

/** A certificate with its private key, both PEM; `certificates` has the leaf first, then the root. */
export interface KeyAndCertificate {
  readonly keyPem: string;
  readonly certificatePem: string;
}

export interface IssueOptions {
  readonly commonName: string;
  readonly purpose: 'server' | 'client';
  /** Validity; by default from an hour ago for a year. */
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** The demo's certificate authority. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly pem: string;
  /** Issues a certificate with a new key: EC P-256 for servers, RSA 2048 for users, as most centres do. */
  issue(options: IssueOptions): Promise<KeyAndCertificate>;
}

/** Loads the authority in `folder`, or creates one that is valid for ten years. */
export async function openAuthority(folder: string, now: Date): Promise<Authority> {
  const stored = await loadPair(folder, 'authority');
  if (stored && isFresh(stored.certificatePem, 90, now)) return toAuthority(stored);
  const { privateKey, publicKey } = await generate('ec', { namedCurve: 'P-256' });
  const der = makeCertificate({
    subject: authorityName,
    issuer: authorityName,
    publicKey,
    issuerKey: privateKey,
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + 3652 * day),
    purpose: 'authority',
  });
  const made = { keyPem: toKeyPem(privateKey), certificatePem: toPem(der) };
  await savePair(folder, 'authority', made);
  return toAuthority(made);
}

/**
 * Loads the named certificate in `folder`, or issues it; reissues it if another authority issued it or it has less than
 * 30 days left. `made` says whether it is new.
 */
export async function openCertificate(
  folder: string,
  name: string,
  authority: Authority,
  options: IssueOptions,
  now: Date,
): Promise<KeyAndCertificate & { readonly made: boolean }> {
  const stored = await loadPair(folder, name);
  if (
    stored &&
    isFresh(stored.certificatePem, 30, now) &&
    new X509Certificate(stored.certificatePem).verify(authority.certificate.publicKey)
  ) {
    return { ...stored, made: false };
  }
  const issued = await authority.issue({
    ...options,
    notBefore: new Date(now.getTime() - anHour),
  });
  await savePair(folder, name, issued);
  return { ...issued, made: true };
}

function toAuthority(pair: KeyAndCertificate): Authority {
  const certificate = new X509Certificate(pair.certificatePem);
  const issuerKey = createPrivateKey(pair.keyPem);
  return {
    certificate,
    pem: pair.certificatePem,
    issue: async ({ commonName, purpose, notBefore, notAfter }) => {
      const { privateKey, publicKey } = await generateFor(purpose);
      const start = notBefore ?? new Date(Date.now() - anHour);
      const der = makeCertificate({
        subject: [...organisation, ['CN', commonName]],
        issuer: authorityName,
        publicKey,
        issuerKey,
        notBefore: start,
        notAfter: notAfter ?? new Date(start.getTime() + 365 * day),
        purpose,
      });
      return { keyPem: toKeyPem(privateKey), certificatePem: toPem(der) };
    },
  };
}

function generateFor(
  purpose: 'server' | 'client',
): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  return purpose === 'server'
    ? generate('ec', { namedCurve: 'P-256' })
    : generate('rsa', { modulusLength: 2048 });
}

function toKeyPem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/**
 * A certificate that is not yet valid stays: the clock was set back, and everything issued under it is needed once it
 * is right.
 */
function isFresh(pem: string, days: number, now: Date): boolean {
  return Date.parse(new X509Certificate(pem).validTo) > now.getTime() + days * day;
}

async function loadPair(folder: string, name: string): Promise<KeyAndCertificate | undefined> {
  const [key, certificate] = await Promise.all([
    readIfPresent(join(folder, `${name}.key.pem`)),
    readIfPresent(join(folder, `${name}.crt.pem`)),
  ]);
  if (!key || !certificate) return undefined;
  const pair = { keyPem: key.toString(), certificatePem: certificate.toString() };
  return belongTogether(pair) ? pair : undefined;
}

/** A crash between the two files, or a damaged one, must not prevent the demo's start: then both are recreated. */
function belongTogether({ keyPem, certificatePem }: KeyAndCertificate): boolean {
  try {
    return new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem));
  } catch {
    return false;
  }
}

async function savePair(folder: string, name: string, pair: KeyAndCertificate): Promise<void> {
  await writePrivateFile(join(folder, `${name}.key.pem`), pair.keyPem);
  await writePrivateFile(join(folder, `${name}.crt.pem`), pair.certificatePem);
}
