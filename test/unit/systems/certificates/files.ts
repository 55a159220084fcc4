/** Certificate files for the tests of the domain, made by the app's own writer. */
import { randomBytes } from 'node:crypto';
import {
  context,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
} from '../../../../main/base/x509/reader/asn1/der.ts';
import { writePkcs12 } from '../../../../main/base/x509/writer/index.ts';
import {
  type CertificateOptions,
  ecPair,
  makeCertificate,
  newKeys,
  pkcs8Of,
} from '../../base/x509/reader/pairs.ts';

const iterations = 100;

/** A `.p12` of one self-signed certificate. */
export async function p12Of(
  name: string,
  password: string,
  options: Partial<CertificateOptions> = {},
) {
  const pair = ecPair(name, options);
  const bytes = await writePkcs12({ ...pair, password, friendlyName: name, iterations });
  return { ...pair, bytes };
}

/** A `.p12` of a certificate and its authority. */
export async function p12WithAuthority(name: string, password: string) {
  const authority = newKeys();
  const issuer = { name: `${name}'s authority`, key: authority.privateKey };
  const root = makeCertificate({ subject: issuer.name, publicKey: authority.publicKey, issuer });
  const { privateKey, publicKey } = newKeys();
  const leaf = makeCertificate({ subject: name, publicKey, issuer });
  const keyPkcs8 = pkcs8Of(privateKey);
  const certificates = [leaf, root];
  const bytes = await writePkcs12({ keyPkcs8, certificates, password, iterations });
  return { bytes, root, leaf };
}

/** A file whose seal asks for that many rounds of PKCS#12's own derivation; no passphrase opens it. */
export function slowP12(rounds: number): Uint8Array {
  const digest = sequence(
    sequence(oid('2.16.840.1.101.3.4.2.1'), nullValue()),
    octetString(randomBytes(32)),
  );
  const content = sequence(oid('1.2.840.113549.1.7.1'), context(0, octetString(sequence())));
  const seal = sequence(digest, octetString(randomBytes(8)), integer(rounds));
  return sequence(integer(3), content, seal);
}

/** A key under a passphrase (PBES2, RFC 8018) that takes that many rounds of PBKDF2; none opens it. */
export function slowKeyPem(rounds: number): Uint8Array {
  const prf = sequence(oid('1.2.840.113549.2.9'), nullValue());
  const pbkdf2 = sequence(octetString(randomBytes(16)), integer(rounds), prf);
  const cipher = sequence(oid('2.16.840.1.101.3.4.1.42'), octetString(randomBytes(16)));
  const scheme = sequence(sequence(oid('1.2.840.113549.1.5.12'), pbkdf2), cipher);
  const der = sequence(
    sequence(oid('1.2.840.113549.1.5.13'), scheme),
    octetString(randomBytes(144)),
  );
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  const label = 'ENCRYPTED PRIVATE KEY';
  return Buffer.from(`-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`);
}
