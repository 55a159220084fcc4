import { createPrivateKey, randomInt, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { writePkcs12 } from '../../base/x509/writer/index.ts';
import { readIfPresent, writePrivateFile } from '../files.ts';
import {
  type Authority,
  type KeyAndCertificate,
  openAuthority,
  openCertificate,
} from './authority.ts';

export type { Authority, IssueOptions, KeyAndCertificate } from './authority.ts';
export { type ClientCertificate, readClientCertificate } from './client-certificate.ts';

/** The demo's certificates. */
export interface Pki {
  readonly authority: Authority;
  readonly servers: Readonly<Record<ServerName, KeyAndCertificate>>;
  readonly user: KeyAndCertificate;
  readonly userP12Path: string;
  readonly userP12Passphrase: string;
}

export type ServerName = 'web-api' | 'identity' | 'genai';

/** Creates the PKI in `folder` at the first call, reuses it later, renews certificates near their end. */
export async function openPki(folder: string, now: Date = new Date()): Promise<Pki> {
  const authority = await openAuthority(folder, now);
  const server = (name: ServerName): Promise<KeyAndCertificate> =>
    openCertificate(
      folder,
      name,
      authority,
      { commonName: `${name}.demo`, purpose: 'server' },
      now,
    );
  const [webApi, identity, genai, user] = await Promise.all([
    server('web-api'),
    server('identity'),
    server('genai'),
    openCertificate(folder, 'user', authority, { commonName: 'Demo User', purpose: 'client' }, now),
  ]);
  const userP12Path = join(folder, 'demo-user.p12');
  return {
    authority,
    servers: { 'web-api': webApi, identity, genai },
    user,
    userP12Path,
    userP12Passphrase: await openP12(folder, userP12Path, authority, user),
  };
}

async function openP12(
  folder: string,
  path: string,
  authority: Authority,
  user: KeyAndCertificate & { readonly made: boolean },
): Promise<string> {
  const passphrasePath = join(folder, 'demo-user.passphrase.txt');
  const known = (await readIfPresent(passphrasePath))?.toString().trim();
  const passphrase = known || makePassphrase();
  if (!known) await writePrivateFile(passphrasePath, `${passphrase}\n`);
  if (known && !user.made && (await readIfPresent(path))) return passphrase;
  const p12 = await writePkcs12({
    keyPkcs8: createPrivateKey(user.keyPem).export({ format: 'der', type: 'pkcs8' }),
    certificates: [new X509Certificate(user.certificatePem).raw, authority.certificate.raw],
    friendlyName: 'Demo User',
    password: passphrase,
  });
  await writePrivateFile(path, p12);
  return passphrase;
}

/** Four groups of four letters and digits without look-alikes: about 80 bits, easy to type from paper. */
function makePassphrase(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = (): string =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)] ?? 'x').join('');
  return [group(), group(), group(), group()].join('-');
}
