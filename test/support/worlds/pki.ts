import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TlsIdentity } from '../../../main/base/network/index.ts';

/**
 * A PKI made by the `openssl` command line, as a site would have one: an authority for servers, one
 * for users, a foreign one; servers and users good and bad in one way each. Elliptic keys, so that
 * it takes about a second.
 *
 *   const pki = await makePki(join(dir, 'pki'));
 *   const nginx = await startNginx({ pki, dir: join(dir, 'nginx') });
 *   // import pki.users.good.p12File with pki.users.good.password; trust pki.authorities.servers.pem
 */
export interface Pki {
  readonly dir: string;
  readonly authorities: {
    /** Issued every server but `untrusted`. */
    readonly servers: Authority;
    /** Issued every user but `foreign`. */
    readonly users: Authority;
    readonly foreign: Authority;
  };
  readonly servers: {
    /** For localhost, 127.0.0.1 and ::1. */
    readonly good: Pair;
    /** For elsewhere.example only. */
    readonly wrongName: Pair;
    readonly expired: Pair;
    /** For localhost, from the foreign authority. */
    readonly untrusted: Pair;
  };
  readonly users: {
    /** EC P-256. */
    readonly good: User;
    readonly rsa: User;
    readonly ed25519: User;
    readonly expired: User;
    /** From an authority that the server does not know. */
    readonly foreign: User;
  };
}

export interface Authority {
  readonly name: string;
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly pem: string;
}

export interface Pair {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** ISO 8601. */
  readonly notAfter: string;
}

export interface User extends Pair {
  /** Key, certificate and the issuing authority, as such files arrive by mail. */
  readonly p12File: string;
  readonly password: string;
}

export const p12Password = 'open sesame';

type KeyKind = 'ec' | 'rsa' | 'ed25519';
interface Period {
  readonly from: Date;
  readonly to: Date;
}

const day = 24 * 60 * 60 * 1000;
const run = promisify(execFile);

/** Whether the `openssl` command line is there; a test that needs it says so and skips. */
export async function hasOpenssl(): Promise<boolean> {
  return run('openssl', ['version']).then(
    () => true,
    () => false,
  );
}

/** Makes everything below `dir`, which is created. */
export async function makePki(dir: string): Promise<Pki> {
  await mkdir(dir, { recursive: true });
  const now = Date.now();
  const valid: Period = { from: new Date(now - day), to: new Date(now + 30 * day) };
  const past: Period = { from: new Date(now - 30 * day), to: new Date(now - day) };
  const [servers, users, foreign] = await Promise.all([
    makeAuthority(dir, 'server-authority', 'Test Server Authority'),
    makeAuthority(dir, 'user-authority', 'Test User Authority'),
    makeAuthority(dir, 'foreign-authority', 'Foreign Authority'),
  ]);
  const local = 'DNS:localhost,IP:127.0.0.1,IP:::1';
  const server = (name: string, authority: Authority, names: string, period: Period) =>
    issue(dir, `server-${name}`, authority, period, 'ec', '/O=Test/CN=Test Server', [
      'extendedKeyUsage=serverAuth',
      `subjectAltName=${names}`,
    ]);
  const user = (name: string, authority: Authority, period: Period, kind: KeyKind = 'ec') =>
    makeUser(dir, `user-${name}`, authority, period, kind, `/O=Test/CN=Test User ${name}`);
  const [good, wrongName, expired, untrusted] = await Promise.all([
    server('good', servers, local, valid),
    server('wrong-name', servers, 'DNS:elsewhere.example', valid),
    server('expired', servers, local, past),
    server('untrusted', foreign, local, valid),
  ]);
  const [goodUser, rsa, ed25519, expiredUser, foreignUser] = await Promise.all([
    user('good', users, valid),
    user('rsa', users, valid, 'rsa'),
    user('ed25519', users, valid, 'ed25519'),
    user('expired', users, past),
    user('foreign', foreign, valid),
  ]);
  return {
    dir,
    authorities: { servers, users, foreign },
    servers: { good, wrongName, expired, untrusted },
    users: { good: goodUser, rsa, ed25519, expired: expiredUser, foreign: foreignUser },
  };
}

/** One more user of the users' authority, with a Common Name of its own. */
export function issueUser(
  pki: Pki,
  name: string,
  commonName: string,
  kind: 'ec' | 'rsa' = 'ec',
): Promise<User> {
  const now = Date.now();
  const valid: Period = { from: new Date(now - day), to: new Date(now + 30 * day) };
  const subject = `/O=Test/CN=${commonName}`;
  return makeUser(pki.dir, `user-${name}`, pki.authorities.users, valid, kind, subject);
}

/** One more server for `localhost`; default of the servers' authority and in its time. */
export function issueServer(
  pki: Pki,
  name: string,
  options: {
    readonly authority?: Authority;
    readonly period?: Period;
    readonly subject?: string;
    /** As OpenSSL's `subjectAltName`; default `localhost` and 127.0.0.1. */
    readonly names?: string;
    /** Lines of OpenSSL's configuration. */
    readonly extensions?: readonly string[];
  } = {},
): Promise<Pair> {
  const now = Date.now();
  const { authority = pki.authorities.servers, subject = '/O=Test/CN=Test Server' } = options;
  const period = options.period ?? { from: new Date(now - day), to: new Date(now + 30 * day) };
  return issue(pki.dir, `server-${name}`, authority, period, 'ec', subject, [
    ...[
      'extendedKeyUsage=serverAuth',
      `subjectAltName=${options.names ?? 'DNS:localhost,IP:127.0.0.1'}`,
    ],
    ...(options.extensions ?? []),
  ]);
}

/** A server for `localhost` that is its own authority. */
export async function selfSigned(pki: Pki): Promise<Pair> {
  const certificateFile = join(pki.dir, 'self-signed.pem');
  const keyFile = join(pki.dir, 'self-signed.key');
  await makeKey(keyFile, 'ec');
  await openssl(
    ...['req', '-x509', '-new', '-key', keyFile, '-out', certificateFile, '-days', '30'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
  );
  return {
    ...{ certificateFile, keyFile },
    certificatePem: await readFile(certificateFile, 'utf8'),
    privateKeyPem: await readFile(keyFile, 'utf8'),
    notAfter: new Date(Date.now() + 30 * day).toISOString(),
  };
}

/** The user as main's network takes one. */
export function identityOf(user: Pair): TlsIdentity {
  return {
    name: user.certificateFile,
    certificatePem: user.certificatePem,
    privateKeyPem: user.privateKeyPem,
    notAfter: user.notAfter,
  };
}

async function openssl(...args: string[]): Promise<void> {
  await run('openssl', args);
}

async function makeKey(file: string, kind: KeyKind): Promise<void> {
  const options = {
    ec: ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    rsa: ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
    ed25519: ['ED25519'],
  }[kind];
  await openssl('genpkey', '-algorithm', ...options, '-out', file);
}

async function makeAuthority(dir: string, name: string, commonName: string): Promise<Authority> {
  const certificateFile = join(dir, `${name}.pem`);
  const keyFile = join(dir, `${name}.key`);
  await makeKey(keyFile, 'ec');
  await openssl(
    ...['req', '-x509', '-new', '-key', keyFile, '-out', certificateFile, '-days', '60'],
    ...['-subj', `/O=Test/CN=${commonName}`],
    ...['-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
  );
  return { name, certificateFile, keyFile, pem: await readFile(certificateFile, 'utf8') };
}

/** `openssl ca`, because older `openssl x509` cannot set a validity in the past. */
async function issue(
  dir: string,
  name: string,
  authority: Authority,
  period: Period,
  kind: KeyKind,
  subject: string,
  extensions: readonly string[],
): Promise<Pair> {
  const work = join(dir, `${name}.ca`);
  await mkdir(work);
  const certificateFile = join(dir, `${name}.pem`);
  const keyFile = join(dir, `${name}.key`);
  const request = join(work, 'request.pem');
  const config = join(work, 'ca.cnf');
  await Promise.all([
    writeFile(join(work, 'index.txt'), ''),
    writeFile(config, configOf(work, extensions)),
    makeKey(keyFile, kind),
  ]);
  await openssl('req', '-new', '-key', keyFile, '-out', request, '-subj', subject);
  await openssl(
    ...['ca', '-batch', '-notext', '-config', config, '-in', request, '-out', certificateFile],
    ...['-cert', authority.certificateFile, '-keyfile', authority.keyFile],
    ...['-startdate', asn1Time(period.from), '-enddate', asn1Time(period.to)],
  );
  return {
    certificateFile,
    keyFile,
    certificatePem: await readFile(certificateFile, 'utf8'),
    privateKeyPem: await readFile(keyFile, 'utf8'),
    notAfter: period.to.toISOString(),
  };
}

async function makeUser(
  dir: string,
  name: string,
  authority: Authority,
  period: Period,
  kind: KeyKind,
  subject: string,
): Promise<User> {
  const pair = await issue(dir, name, authority, period, kind, subject, [
    'extendedKeyUsage=clientAuth',
  ]);
  const p12File = join(dir, `${name}.p12`);
  await openssl(
    ...['pkcs12', '-export', '-inkey', pair.keyFile, '-in', pair.certificateFile],
    ...['-certfile', authority.certificateFile, '-name', name, '-out', p12File],
    ...['-passout', `pass:${p12Password}`],
  );
  return { ...pair, p12File, password: p12Password };
}

function configOf(work: string, extensions: readonly string[]): string {
  return `[ca]
default_ca = this
[this]
database = ${join(work, 'index.txt')}
serial = ${join(work, 'serial')}
rand_serial = yes
new_certs_dir = ${work}
default_md = sha256
policy = any
x509_extensions = issued
unique_subject = no
[any]
commonName = supplied
organizationName = optional
[issued]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
${extensions.join('\n')}
`;
}

function asn1Time(date: Date): string {
  return date.toISOString().replace(/[-:T]|\.\d+/g, '');
}

/** SHA-256 over the DER, lower-case hex. */
export function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
}
