import { privateKeyPem } from '../../../main/base/x509/pem.ts';
import { certificatePem, writePkcs12 } from '../../../main/base/x509/writer/index.ts';
import {
  type CertificateOptions,
  ecPair,
  makeCertificate,
  newKeys,
  pkcs8Of,
} from '../../unit/base/x509/reader/pairs.ts';
import { passphrase } from './unreadable-files.ts';
import type { Workshop } from './workshop.ts';

/** So many days from now as a UTCTime (X.680, 47). */
function inDays(days: number): string {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString();
  return `${iso.replace(/[-:T]|\.\d+/g, '').slice(2, 14)}Z`;
}

function pem(name: string, options: Partial<CertificateOptions> = {}): string {
  const pair = ecPair(name, options);
  return pair.keyPem + pair.certificatePem;
}

/** A key, its certificate, and an authority that has expired since. */
function withExpiredAuthority(): string {
  const authority = newKeys();
  const issuer = { name: 'Old authority', key: authority.privateKey };
  const root = makeCertificate({
    subject: issuer.name,
    publicKey: authority.publicKey,
    issuer,
    notBefore: inDays(-900),
    notAfter: inDays(-10),
  });
  const { privateKey, publicKey } = newKeys();
  const leaf = makeCertificate({ subject: 'hanako', publicKey, issuer });
  return [privateKeyPem(pkcs8Of(privateKey)), certificatePem(leaf), certificatePem(root)].join('');
}

/** Files that can be imported, one for each thing there is to say of them; `taro.key` and `taro.crt` are there. */
export async function makeFilesWithFindings(workshop: Workshop) {
  const { read, write, key, selfSigned, issued, pkcs12 } = workshop;
  const end = 'basicConstraints=critical,CA:FALSE';
  const taro = read('taro.key');
  key('authority', 'ec');
  const authority = selfSigned('authority', 'authority', []);
  const unprotected = {
    ...ecPair('No seal'),
    password: '',
    encryption: null,
    mac: 'none',
  } as const;
  const plain = {
    'not-yet-valid': write('future.pem', pem('Future', { notBefore: inDays(10) })),
    expired: write('past.pem', pem('Past', { notBefore: inDays(-400), notAfter: inDays(-3) })),
    'expires-soon': write('soon.pem', pem('Soon', { notAfter: inDays(5.5) })),
    'no-client-authentication': write(
      'server.pem',
      taro,
      selfSigned('server', 'taro', [end, 'extendedKeyUsage=serverAuth']),
    ),
    'no-digital-signature': write(
      'encipherment.pem',
      taro,
      selfSigned('encipherment', 'taro', [end, 'keyUsage=keyEncipherment']),
    ),
    'is-authority': write('authority.pem', read('authority.key'), authority),
    'chain-incomplete': write('no-chain.pem', taro, issued('no-chain', 'authority')),
    'chain-expired': write('old-chain.pem', withExpiredAuthority()),
    'key-too-weak': write('weak.pem', key('weak', 'rsa-1024'), selfSigned('weak', 'weak', [end])),
    'weak-signature': write('sha1.pem', taro, issued('sha1', 'authority', ['-sha1']), authority),
    'key-unusable-here': write(
      'curve.pem',
      key('curve', 'secp256k1'),
      selfSigned('curve', 'curve', [end]),
    ),
    'no-integrity': write('no-seal.p12', await writePkcs12(unprotected)),
    'key-not-encrypted': write('plain.pem', taro, read('taro.crt')),
  };
  const sealed = {
    'weak-encryption': { path: pkcs12('legacy.p12', passphrase, ['-legacy']), passphrase },
    // as OpenSSL before 1.1 did: each octet of UTF-8 taken for a character
    'nonstandard-passphrase-encoding': {
      path: pkcs12('widened.p12', Buffer.from('pässword').toString('latin1')),
      passphrase: 'pässword',
    },
  };
  return {
    plain,
    sealed,
    severalKeys: write(
      'several.pem',
      pem('hanako'),
      ecPair('nobody').keyPem,
      taro,
      read('taro.crt'),
    ),
    strays: write('strays.pem', taro, read('taro.crt'), ecPair('Stray authority').certificatePem),
  };
}
