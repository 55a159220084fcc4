import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Log } from '../host.ts';
import { splitCertificates } from '../x509/pem.ts';
import { satisfiesConstraints } from '../x509/server-chain/index.ts';
import { createAuthorities } from './authorities.ts';
import type { Pin, TrustSet } from './connection.ts';
import type { TlsIdentity } from './identity.ts';

export interface Trust {
  /** Resolves when the usual authorities are loaded; a context created earlier loads them synchronously. */
  ready(): Promise<void>;
  /** Number of authorities of the operating system; null if this runtime cannot read them. */
  ofComputer(): Promise<number | null>;
  /**
   * Returns a context for TLS 1.2 and later. `highest` is the last version to offer.
   * @throws AppError `certificate-malformed` (an authority), `certificate-unsupported` (the identity)
   */
  context(
    identity: TlsIdentity | null,
    trusted: TrustSet,
    highest?: tls.SecureVersion,
  ): tls.SecureContext;
  /**
   * Checks a server's chain that TLS has verified with such a context: whether it matches the name, and whether the
   * system's own authorities may have issued it (BoringSSL lets a trusted one exceed its path length). With pins the
   * chain must be a pinned certificate's own, or be valid without them.
   * @returns the problem, if any
   */
  checkServer(
    trusted: TrustSet,
  ): (hostname: string, certificate: tls.PeerCertificate) => Error | undefined;
}

export interface TrustOptions {
  readonly log?: Log;
  /** PEM of the operator's authorities, trusted for every server like a system's own. */
  readonly siteAuthorities?: readonly string[];
  /** PEM; by default those of the operating system and the runtime. */
  readonly usualAuthorities?: readonly string[];
}

/**
 * Listed because BoringSSL leaves Ed25519 out by default, so that a client certificate with such a key fails with
 * NO_COMMON_SIGNATURE_ALGORITHMS. Only OpenSSL knows the second group.
 */
const commonAlgorithms = [
  'ecdsa_secp256r1_sha256',
  'ecdsa_secp384r1_sha384',
  'ecdsa_secp521r1_sha512',
  'ed25519',
  'rsa_pss_rsae_sha256',
  'rsa_pss_rsae_sha384',
  'rsa_pss_rsae_sha512',
  'rsa_pkcs1_sha256',
  'rsa_pkcs1_sha384',
  'rsa_pkcs1_sha512',
];
const opensslAlgorithms = [
  'ed448',
  'rsa_pss_pss_sha256',
  'rsa_pss_pss_sha384',
  'rsa_pss_pss_sha512',
];

/** Longer chains do not occur. */
const longestChain = 12;

export function createTrust(options: TrustOptions): Trust {
  const { log, usualAuthorities, siteAuthorities: ofSite = [] } = options;
  const usualOnes = createAuthorities(usualAuthorities, log);
  let sigalgs: string | null = null;

  return {
    ready: () => usualOnes.ready(),
    async ofComputer() {
      await usualOnes.ready();
      return usualOnes.read().ofComputer;
    },
    context(identity, { authorities, intermediates, pins }, highest) {
      sigalgs ??= chooseAlgorithms();
      const pinned = pins.map(({ pem }) => pem);
      const extra = [...ofSite, ...authorities, ...intermediates, ...pinned].flatMap(splitPem);
      const ca = [...new Set([...usualOnes.read().all, ...extra])];
      const base: tls.SecureContextOptions = {
        ca,
        sigalgs,
        minVersion: 'TLSv1.2',
        // Otherwise a chain must end at a self-signed authority, which few pinned certificates do, and not every
        // authority of a system.
        ...(pins.length + ofSite.length + authorities.length === 0
          ? {}
          : { allowPartialTrustChain: true }),
        ...(highest === undefined ? {} : { maxVersion: highest }),
      };
      if (identity === null) return tls.createSecureContext(base);
      try {
        // OpenSSL itself accepts a key of another kind, and then presents nothing.
        if (!fits(identity)) throw new Error('the key is not the one of the certificate');
        return tls.createSecureContext({
          ...base,
          cert: identity.certificatePem,
          key: identity.privateKeyPem,
        });
      } catch (cause) {
        // The runtime's TLS cannot use this key, for example Ed448 under BoringSSL.
        throw new AppError('certificate-unsupported', { details: { use: 'tls' }, cause });
      }
    },
    checkServer({ authorities: ofSystem, pins }) {
      const authorities = [...ofSite, ...ofSystem];
      if (authorities.length === 0 && pins.length === 0) return tls.checkServerIdentity;
      const own = new Set(authorities.flatMap(splitPem).map(bodyOf));
      let usual: Set<string> | null = null;
      return (hostname, certificate) => {
        const wrong = tls.checkServerIdentity(hostname, certificate);
        if (wrong !== undefined) return wrong;
        if (isPinned(certificate.raw, pins)) return undefined;
        const chain = chainOf(certificate);
        // The system's own authorities are trusted themselves, whoever issued them.
        const end = chain.findIndex((der) => own.has(der.toString('base64')));
        if (end >= 0) {
          return satisfiesConstraints(chain.slice(0, end + 1)) ? undefined : notItsToIssue();
        }
        const root = chain.at(-1);
        // Such a context would accept any certificate that it holds as a chain's end.
        if (!signsItself(root)) return notItsToIssue();
        usual ??= new Set(usualOnes.read().all.map(bodyOf));
        // A chain that cannot be followed to its end may differ from the verified one.
        return usual.has(root?.toString('base64') ?? '') ? undefined : notItsToIssue();
      };
    },
  };
}

/** Returns whether a server's own certificate (DER) is pinned. */
export function isPinned(der: Uint8Array | undefined, pins: readonly Pin[]): boolean {
  if (der === undefined || pins.length === 0) return false;
  const fingerprint = createHash('sha256').update(der).digest('hex');
  return pins.some((pin) => pin.fingerprint === fingerprint);
}

function signsItself(der: Uint8Array | undefined): boolean {
  if (der === undefined) return false;
  const certificate = new X509Certificate(der);
  return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
}

/** Returns DER in the runtime's order: the server's own first, the root from the context last. */
function chainOf(certificate: tls.PeerCertificate): Buffer[] {
  const chain: Buffer[] = [];
  let at = certificate as Partial<tls.DetailedPeerCertificate> | undefined;
  while (at?.raw !== undefined && chain.length < longestChain) {
    const { raw } = at;
    if (chain.at(-1)?.equals(raw)) break;
    chain.push(raw);
    at = at.issuerCertificate;
  }
  return chain;
}

/** Returns the base64 of a PEM block without its line ends. */
function bodyOf(pem: string): string {
  return pem.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
}

function notItsToIssue(): Error {
  const error = new Error('an authority may not have issued this');
  return Object.assign(error, { code: 'CERT_REJECTED' });
}

function fits({ certificatePem, privateKeyPem }: TlsIdentity): boolean {
  return new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(privateKeyPem));
}

function chooseAlgorithms(): string {
  const all = [...commonAlgorithms, ...opensslAlgorithms].join(':');
  try {
    tls.createSecureContext({ sigalgs: all, ca: [] });
    return all;
  } catch {
    // BoringSSL refuses a list with an algorithm that it does not know.
    return commonAlgorithms.join(':');
  }
}

function splitPem(text: string): string[] {
  const blocks = splitCertificates(text);
  if (blocks.length === 0) throw badAuthority(new Error('no PEM certificate found'));
  for (const block of blocks) {
    try {
      new X509Certificate(block);
    } catch (cause) {
      throw badAuthority(cause);
    }
  }
  return blocks;
}

function badAuthority(cause: unknown): AppError {
  return new AppError('certificate-malformed', { details: { use: 'authority' }, cause });
}
