import {
  type CertificateUse,
  certificateUses,
} from '../../../preload/contract/systems/certificates.ts';
import type { CertificateDescription } from '../../base/x509/reader/index.ts';

const encrypting = ['keyEncipherment', 'dataEncipherment', 'keyAgreement'];

/** Returns the purposes that the issuer allows, in the words of the screens. */
export function usesOf({
  isCA,
  keyUsage,
  extendedKeyUsage,
}: CertificateDescription): CertificateUse[] {
  if (isCA) return ['authority'];
  const uses = new Set<CertificateUse>();
  for (const purpose of extendedKeyUsage ?? []) {
    const known = certificateUses.find((one) => one === purpose);
    uses.add(purpose === 'anyExtendedKeyUsage' ? 'any' : (known ?? 'other'));
  }
  if (keyUsage?.includes('digitalSignature')) uses.add('signing');
  if (keyUsage?.some((one) => encrypting.includes(one))) uses.add('encryption');
  if (uses.size === 0) uses.add(keyUsage === null ? 'any' : 'other');
  return [...uses];
}
