import { ReaderError } from '../failures.ts';
import { parseCertificate } from './certificate.ts';
import { orderChain } from './chain.ts';

/**
 * Returns a certificate's chain (DER) among others, and the certificates outside it, by index in `others`. Null if one
 * of them is unreadable.
 * @param now milliseconds since 1970
 */
export function reorder(leaf: Uint8Array, others: readonly Uint8Array[], now: number) {
  try {
    const entries = others.map((der, index) => ({ certificate: parseCertificate(der), index }));
    const { chain, strays } = orderChain(
      { certificate: parseCertificate(leaf), index: -1 },
      entries,
      now,
    );
    return { chain: chain.map(({ index }) => index), strays: strays.map(({ index }) => index) };
  } catch (error) {
    if (error instanceof ReaderError) return null;
    throw error;
  }
}
