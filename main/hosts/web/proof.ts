import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { bytes32 } from '../../../preload/contract/handshake.ts';

/** Returns a secret or a nonce: 32 random bytes in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** @param text one of `signedTexts` */
export function createProof(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Returns whether a proof is right, in constant time. */
export function verifyProof(secret: string, text: string, proof: unknown): boolean {
  if (typeof proof !== 'string' || !bytes32.test(proof)) return false;
  return timingSafeEqual(Buffer.from(createProof(secret, text)), Buffer.from(proof));
}

/** Returns whether a secret is right, in constant time. */
export function isSecret(said: string, secret: string): boolean {
  const [one, other] = [said, secret].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
