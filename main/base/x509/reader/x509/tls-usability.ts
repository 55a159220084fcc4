/**
 * Which keys a TLS stack can use. Tested in real handshakes with OpenSSL 3.5 (Node 24) and BoringSSL (Electron); see
 * test/integration.
 */

export type TlsRuntime = 'openssl' | 'boringssl';

export type TlsUsability =
  | {
      readonly usable: true;
      /** Pass these as `sigalgs`, or the handshake fails. */
      readonly signatureAlgorithms?: string;
    }
  | {
      readonly usable: false;
      /** `runtime`: other software can use the key. `tls`: no TLS 1.3 client can. `kind`: it cannot sign. */
      readonly reason: 'runtime' | 'tls' | 'kind';
      /** What to ask the issuer for. */
      readonly remedy: 'ecdsa-p256-or-rsa';
    };

const remedy = 'ecdsa-p256-or-rsa';
const unusable = (reason: 'runtime' | 'tls' | 'kind'): TlsUsability => ({
  usable: false,
  reason,
  remedy,
});

/** All signature schemes of BoringSSL, with Ed25519, which it leaves out by default. */
const boringWithEd25519 = [
  'ed25519',
  'ecdsa_secp256r1_sha256',
  'rsa_pss_rsae_sha256',
  'rsa_pkcs1_sha256',
  'ecdsa_secp384r1_sha384',
  'rsa_pss_rsae_sha384',
  'rsa_pkcs1_sha384',
  'rsa_pss_rsae_sha512',
  'rsa_pkcs1_sha512',
  'ecdsa_secp521r1_sha512',
].join(':');

/** `keyType` as in `ReadSuccess`. */
export function tlsUsability(keyType: string, runtime: TlsRuntime): TlsUsability {
  const boring = runtime === 'boringssl';
  switch (keyType) {
    case 'rsa':
    case 'ec:P-256':
    case 'ec:P-384':
    case 'ec:P-521':
      return { usable: true };
    case 'ed25519':
      return boring ? { usable: true, signatureAlgorithms: boringWithEd25519 } : { usable: true };
    case 'rsa-pss':
    case 'ed448':
    case 'ml-dsa-44':
    case 'ml-dsa-65':
    case 'ml-dsa-87':
      return boring ? unusable('runtime') : { usable: true };
    default:
      break;
  }
  // TLS 1.3 removed DSA, and most servers refused it long before.
  if (keyType === 'dsa') return unusable('tls');
  if (/^ec:brainpoolP(256|384|512)r1$/.test(keyType)) {
    // RFC 8734 gave these code points; BoringSSL has no such curves.
    return boring ? unusable('runtime') : { usable: true };
  }
  // TLS 1.3 has no other curves for signatures (RFC 8446, 4.2.3).
  if (keyType.startsWith('ec:')) return unusable('tls');
  return unusable(/^(x25519|x448|ml-kem|rsa-oaep)/.test(keyType) ? 'kind' : 'runtime');
}
