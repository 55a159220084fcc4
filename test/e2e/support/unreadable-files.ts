import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  context,
  integer,
  octetString,
  oid,
  sequence,
} from '../../../main/base/x509/reader/asn1/der.ts';
import { encryptPrivateKey } from '../../../main/base/x509/writer/encrypt.ts';
import { certBag, pfxOf } from '../../unit/base/x509/reader/build-pfx.ts';
import { ecPair } from '../../unit/base/x509/reader/pairs.ts';
import { slowP12 } from '../../unit/systems/certificates/files.ts';
import type { Workshop } from './workshop.ts';

export const passphrase = 'open sesame';
export const otherPassphrase = 'the other one';

/** An encrypted key whose scrypt asks for 1 GB. */
function hungryKey(): Uint8Array {
  const derivation = sequence(
    oid('1.3.6.1.4.1.11591.4.11'),
    sequence(octetString(randomBytes(16)), integer(2 ** 20), integer(8), integer(1)),
  );
  const scheme = sequence(oid('2.16.840.1.101.3.4.1.42'), octetString(randomBytes(16)));
  const algorithm = sequence(oid('1.2.840.113549.1.5.13'), sequence(derivation, scheme));
  return sequence(algorithm, octetString(randomBytes(64)));
}

/** A seal under `passphrase`, contents under `otherPassphrase`. */
async function twoPassphrases(): Promise<Uint8Array> {
  const { keyPkcs8, certificate } = ecPair('Two passphrases');
  const shrouded = await encryptPrivateKey(keyPkcs8, otherPassphrase, { iterations: 1000 });
  const bag = sequence(oid('1.2.840.113549.1.12.10.1.2'), context(0, shrouded));
  return pfxOf([[certBag(certificate)], [bag]], passphrase);
}

/** One file for each way in which a file is none that can be imported; `taro.key` and `taro.crt` are there. */
export async function makeUnreadableFiles({ path, read, write, key, openssl, pkcs12 }: Workshop) {
  const magic = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), randomBytes(200)]);
  const taro = path('taro.key');

  openssl(['req', '-new', '-key', taro, '-subj', '/CN=taro', '-out', path('request.csr')]);
  openssl(['pkey', '-in', taro, '-pubout', '-out', path('public.pem')]);
  openssl(['crl2pkcs7', '-nocrl', '-certfile', path('taro.crt'), '-out', path('bundle.p7b')]);
  write('index.txt', '');
  const database = `[ca]\ndefault_ca=a\n[a]\ndatabase=${path('index.txt')}\ndefault_md=sha256\n`;
  openssl([
    ...['ca', '-gencrl', '-config', write('ca.cnf', database), '-crldays', '9'],
    ...['-keyfile', taro, '-cert', path('taro.crt'), '-out', path('revoked.crl')],
  ]);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path('id_ed25519')]);
  const sound = readFileSync(pkcs12('taro.p12', passphrase));

  const foreign = {
    empty: write('empty.p12', ''),
    'java-keystore': write('keystore.jks', magic('feedfeed00000002')),
    'java-jceks-keystore': write('keystore.jceks', magic('cececece00000002')),
    'bouncy-castle-keystore': write('keystore.bks', magic('0000000200000014')),
    pkcs7: path('bundle.p7b'),
    'certificate-request': path('request.csr'),
    'revocation-list': path('revoked.crl'),
    'public-key': path('public.pem'),
    html: write('download.p12', '<!DOCTYPE html>\n<html><title>Sign in</title></html>\n'),
    zip: write('certificate.zip', magic('504b0304')),
    pdf: write('letter.pdf', '%PDF-1.7\n', magic('e2e3cfd3')),
    'nss-database': write('cert9.db', 'SQLite format 3\0'),
    'openssh-key': path('id_ed25519.pub'),
    'putty-key': write('key.ppk', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n'),
    pgp: write(
      'key.asc',
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZQ==\n-----END PGP PUBLIC KEY BLOCK-----\n',
    ),
    text: write('mail.txt', 'Dear user,\nplease find your certificate attached.\n'),
    unknown: write('photo.jpg', magic('ffd8ffe000104a46')),
  };
  return {
    foreign,
    sound: path('taro.p12'),
    certificateOnly: path('taro.crt'),
    keyOnly: taro,
    stranger: write('stranger.crt', ecPair('Stranger').certificatePem),
    unsupported: write('x25519.pem', key('x25519', 'x25519'), read('taro.crt')),
    openSshPrivateKey: path('id_ed25519'),
    cutOff: write('cut-off.p12', sound.subarray(0, 900)),
    brokenInside: write('no-rounds.p12', slowP12(0)),
    large: write('large.p12', new Uint8Array(10 * 1024 * 1024 + 1)),
    slow: write('slow.p12', slowP12(25_000_000)),
    hungry: write('hungry.key', hungryKey()),
    long: write('long.p12', slowP12(20_000_000)),
    twoPassphrases: write('two-passphrases.p12', await twoPassphrases()),
  };
}
