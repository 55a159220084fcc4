import { ReaderError } from '../failures.ts';
import { authorityKeyId, type ParsedCertificate, subjectKeyId } from './certificate.ts';

/** Key identifiers only rank candidates here; a broken extension must not spoil the import. */
function tolerant(read: () => string | null): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReaderError) return null;
    throw error;
  }
}

export interface OrderedChain<T> {
  readonly chain: readonly T[];
  readonly strays: readonly T[];
}

/**
 * The certificates above `leaf`, by issuer and not by the file's order. Where several carry the
 * issuer's name, the one whose key identifier fits wins, then the one that is valid longest.
 */
export function orderChain<T extends { readonly certificate: ParsedCertificate }>(
  leaf: T,
  others: readonly T[],
): OrderedChain<T> {
  const bySubject = new Map<string, T[]>();
  for (const entry of others) {
    const { subjectKey } = entry.certificate;
    bySubject.set(subjectKey, [...(bySubject.get(subjectKey) ?? []), entry]);
  }
  const chain: T[] = [];
  const used = new Set([leaf.certificate.sha256]);
  let current = leaf.certificate;
  while (current.issuerKey !== current.subjectKey) {
    const wanted = tolerant(() => authorityKeyId(current));
    const fits = ({ certificate }: T): boolean =>
      wanted !== null && tolerant(() => subjectKeyId(certificate)) === wanted;
    const candidates = (bySubject.get(current.issuerKey) ?? [])
      .filter(({ certificate }) => !used.has(certificate.sha256))
      .sort(
        (a, b) =>
          Number(fits(b)) - Number(fits(a)) || b.certificate.notAfter - a.certificate.notAfter,
      );
    const next = candidates[0];
    if (next === undefined) break;
    used.add(next.certificate.sha256);
    chain.push(next);
    current = next.certificate;
  }
  return { chain, strays: others.filter(({ certificate }) => !used.has(certificate.sha256)) };
}
