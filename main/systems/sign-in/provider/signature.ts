import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';

/** A JSON Web Key as published: any field may be odd or absent. */
export type PublishedKey = Readonly<Record<string, unknown>>;

interface Method {
  readonly kty: 'RSA' | 'EC' | 'OKP';
  readonly curves?: readonly string[];
  /** Null if the algorithm has its own. */
  readonly hash: string | null;
  readonly pss?: boolean;
}

/** RFC 7518 (3.1), RFC 8037, RFC 9864: only asymmetric ones, each with its one kind of key. */
const methods: Readonly<Record<string, Method>> = {
  RS256: { kty: 'RSA', hash: 'sha256' },
  RS384: { kty: 'RSA', hash: 'sha384' },
  RS512: { kty: 'RSA', hash: 'sha512' },
  PS256: { kty: 'RSA', hash: 'sha256', pss: true },
  PS384: { kty: 'RSA', hash: 'sha384', pss: true },
  PS512: { kty: 'RSA', hash: 'sha512', pss: true },
  ES256: { kty: 'EC', curves: ['P-256'], hash: 'sha256' },
  ES384: { kty: 'EC', curves: ['P-384'], hash: 'sha384' },
  ES512: { kty: 'EC', curves: ['P-521'], hash: 'sha512' },
  EdDSA: { kty: 'OKP', curves: ['Ed25519', 'Ed448'], hash: null },
  Ed25519: { kty: 'OKP', curves: ['Ed25519'], hash: null },
  Ed448: { kty: 'OKP', curves: ['Ed448'], hash: null },
};

/** Allowed signature algorithms. */
export const signingAlgorithms: readonly string[] = Object.keys(methods);

/** Smaller ones can be broken (RFC 7518, section 3.3). */
const smallestRsa = 2048;
/** Each takes time to parse: a provider has two or three that fit. */
const mostTried = 10;

/** The signature fields in a token's header. */
export interface Signed {
  readonly alg: string;
  readonly kid: unknown;
}

/**
 * Returns the keys that may have signed a token: of its algorithm's kind, for signatures, and with its `kid`. Keys
 * without a `kid` are considered if none has it.
 */
export function fittingKeys(keys: readonly PublishedKey[], { alg, kid }: Signed): PublishedKey[] {
  const method = Object.hasOwn(methods, alg) ? methods[alg] : undefined;
  if (method === undefined) return [];
  const fitting = keys.filter((key) => fits(key, alg, method));
  if (kid === undefined) return fitting.slice(0, mostTried);
  const named = fitting.filter((key) => key.kid !== undefined && String(key.kid) === String(kid));
  const chosen = named.length > 0 ? named : fitting.filter((key) => key.kid == null);
  return chosen.slice(0, mostTried);
}

function fits(key: PublishedKey, alg: string, { kty, curves }: Method): boolean {
  if (key.kty !== kty) return false;
  if (curves !== undefined && !curves.some((curve) => curve === key.crv)) return false;
  if (typeof key.use === 'string' && key.use !== 'sig') return false;
  if (Array.isArray(key.key_ops) && !key.key_ops.includes('verify')) return false;
  if (typeof key.alg !== 'string') return true;
  // Two names of one algorithm: RFC 9864 has one for each curve.
  return key.alg === alg || (kty === 'OKP' && [key.alg, alg].includes('EdDSA'));
}

/** Returns whether one of these keys from `fittingKeys` signed a JWT. */
export function isSignedBy(keys: readonly PublishedKey[], jwt: string, { alg }: Signed): boolean {
  const method = methods[alg];
  const end = jwt.lastIndexOf('.');
  const data = Buffer.from(jwt.slice(0, end));
  const signature = Buffer.from(jwt.slice(end + 1), 'base64url');
  return method !== undefined && keys.some((key) => isSigned(data, signature, key, method));
}

function isSigned(data: Buffer, signature: Buffer, key: PublishedKey, method: Method): boolean {
  const read = publicKeyOf(key);
  if (read === null) return false;
  const details = read.asymmetricKeyDetails;
  if (method.kty === 'RSA' && (details?.modulusLength ?? 0) < smallestRsa) return false;
  try {
    return verify(
      method.hash,
      data,
      {
        key: read,
        ...(method.kty === 'EC' ? { dsaEncoding: 'ieee-p1363' as const } : {}),
        ...(method.pss === true
          ? {
              padding: constants.RSA_PKCS1_PSS_PADDING,
              saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
            }
          : {}),
      },
      signature,
    );
  } catch {
    // A key that the runtime can read but not use verifies nothing.
    return false;
  }
}

/** Returns null for an invalid key, or a curve that the runtime does not know (Ed448 in Electron). */
function publicKeyOf(jwk: PublishedKey): KeyObject | null {
  const { kty, crv, n, e, x, y } = jwk;
  try {
    return createPublicKey({ key: { kty, crv, n, e, x, y } as JsonWebKey, format: 'jwk' });
  } catch {
    return null;
  }
}
