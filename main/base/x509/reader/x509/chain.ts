import { ReaderError } from '../failures.ts';
import { issuerHint, type ParsedCertificate, subjectKeyId } from './certificate.ts';
import { isSelfSigned, signedBy } from './signature.ts';

/** Ignores errors: key identifiers only rank candidates here, and a broken extension must not fail the import. */
function tolerant<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReaderError) return null;
    throw error;
  }
}

interface HasCertificate {
  readonly certificate: ParsedCertificate;
}

export interface OrderedChain<T> {
  readonly chain: readonly T[];
  readonly strays: readonly T[];
}

interface Path<T> {
  readonly entries: readonly T[];
  /** Ends at a root. */
  readonly complete: boolean;
  /** Whether every certificate in it is valid at the given time. */
  readonly valid: boolean;
}

/** Maximum certificates examined for one chain; a file whose authorities sign each other in circles has many paths. */
const mostSteps = 200;

/**
 * Returns the certificates above `leaf`, by issuer and not by the file's order: each signed the one below. Among
 * several signers (renewed with the same key, cross-signed), a path that is valid at `now` and ends at a root is
 * preferred, then the authority key identifier decides, then the longest validity. Signatures that the runtime cannot
 * check do not count.
 * @param now milliseconds since 1970
 */
export function orderChain<T extends HasCertificate>(
  leaf: T,
  others: readonly T[],
  now: number,
): OrderedChain<T> {
  const bySubject = new Map<string, T[]>();
  for (const entry of others) {
    const { subjectKey } = entry.certificate;
    bySubject.set(subjectKey, [...(bySubject.get(subjectKey) ?? []), entry]);
  }
  let steps = 0;
  const pathAbove = (below: T, used: ReadonlySet<string>): Path<T> => {
    const { certificate } = below;
    const none = { entries: [], complete: isSelfSigned(certificate), valid: true };
    if (none.complete) return none;
    const candidates = (bySubject.get(certificate.issuerKey) ?? []).filter(
      (one) => !used.has(one.certificate.sha256),
    );
    let best: Path<T> | null = null;
    for (const entry of ranked(certificate, candidates, now)) {
      if (steps++ >= mostSteps) break;
      const rest = pathAbove(entry, new Set([...used, entry.certificate.sha256]));
      const path = {
        entries: [entry, ...rest.entries],
        complete: rest.complete,
        valid: rest.valid && isValid(entry, now),
      };
      if (best === null || worth(path) > worth(best)) best = path;
      if (path.complete && path.valid) break;
    }
    return best ?? none;
  };
  const { entries: chain } = pathAbove(leaf, new Set([leaf.certificate.sha256]));
  const inChain = new Set([leaf, ...chain].map(({ certificate }) => certificate.sha256));
  return { chain, strays: others.filter(({ certificate }) => !inChain.has(certificate.sha256)) };
}

const worth = ({ complete, valid }: Path<unknown>): number => Number(valid) * 2 + Number(complete);

const isValid = ({ certificate: { notBefore, notAfter } }: HasCertificate, now: number): boolean =>
  notBefore <= now && now <= notAfter;

/** Returns candidates that may have issued a certificate, the likeliest first. */
function ranked<T extends HasCertificate>(
  below: ParsedCertificate,
  candidates: readonly T[],
  now: number,
): T[] {
  const hint = tolerant(() => issuerHint(below)) ?? { keyId: null, issuedAs: null };
  const score = (entry: T): number[] => {
    const { certificate } = entry;
    const keyId = hint.keyId === null ? null : tolerant(() => subjectKeyId(certificate));
    const named = hint.issuedAs;
    return [
      keyId === null ? 0 : keyId === hint.keyId ? 1 : -1,
      named === null
        ? 0
        : named.issuerKey === certificate.issuerKey && named.serial === certificate.serial
          ? 1
          : -1,
      Number(isValid(entry, now)),
      // A root is not sent to servers; a cross-signed certificate of the same key is, and some servers know only its
      // issuer.
      Number(certificate.issuerKey !== certificate.subjectKey),
      certificate.notAfter,
    ];
  };
  return candidates
    .slice(0, mostSteps)
    .map((entry) => ({ entry, verdict: signedBy(below, entry.certificate) }))
    .filter(({ verdict }) => verdict !== 'wrong')
    .map(({ entry, verdict }) => ({
      entry,
      score: [Number(verdict === 'verified'), ...score(entry)],
    }))
    .sort((a, b) => compare(b.score, a.score))
    .map(({ entry }) => entry);
}

/** Compares lists of numbers by their first difference. */
export function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
