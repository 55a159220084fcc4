/** The keys of a file, each with its matching certificates, and which pair to propose. */
import type { FoundCertificate, FoundKey } from './contents.ts';
import { ReaderError } from './failures.ts';
import type { PrivateKey } from './keys/private-key.ts';
import type { KeyChoice } from './result.ts';
import { compare, orderChain } from './x509/chain.ts';
import { checkCertificate } from './x509/check.ts';
import { describeCertificate } from './x509/describe.ts';
import { isProxy } from './x509/proxy.ts';
import type { TlsRuntime } from './x509/tls-usability.ts';

export interface SelectionOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly runtime: TlsRuntime;
}

export interface Candidate {
  readonly found: FoundKey;
  readonly key: PrivateKey | ReaderError;
  readonly leaf: FoundCertificate | undefined;
}

/** Limit on pairs; each certificate costs its chain's signatures. */
const mostPairs = 100;

/** Returns pairs in the file's order: a key once for each of its certificates, or once without. */
export function candidatesOf(
  keys: readonly FoundKey[],
  certificates: readonly FoundCertificate[],
): Candidate[] {
  const taken = new Set<FoundCertificate>();
  return keys.flatMap((found): Candidate[] => {
    const { key } = found;
    if (key instanceof ReaderError) return [{ found, key, leaf: undefined }];
    const fitting = certificates.filter(({ certificate }) => key.matches(certificate.publicKey));
    if (fitting.length === 0) return [{ found, key, leaf: undefined }];
    // A file may repeat a key, too.
    const leaves = fitting.filter(
      (one) => !taken.has(one) && taken.size < mostPairs && taken.add(one),
    );
    return leaves.map((leaf) => ({ found, key, leaf }));
  });
}

/**
 * Returns the index of the pair to propose. Pairs without errors (valid now, fit for client authentication) that are
 * not an authority's come first; among one key's certificates then the one that the file marks, then the longest valid;
 * otherwise the file's order decides. -1 if no key has a certificate.
 */
export function proposedIndex(
  candidates: readonly Candidate[],
  certificates: readonly FoundCertificate[],
  options: SelectionOptions,
): number {
  const chains = candidates.map(({ leaf }) =>
    leaf === undefined
      ? []
      : orderChain(
          leaf,
          certificates.filter((one) => one !== leaf),
          options.now,
        ).chain,
  );
  const issuers = new Set(
    candidates.flatMap(({ leaf }, at) =>
      leaf === undefined || isProxy(leaf.certificate) ? [] : (chains[at] ?? []),
    ),
  );
  let best = -1;
  let score: readonly number[] = [];
  for (const [at, { key, found, leaf }] of candidates.entries()) {
    if (leaf === undefined) continue;
    const description = describeCertificate(leaf.certificate.der);
    const above = (chains[at] ?? []).map(({ certificate }) => describeCertificate(certificate.der));
    const errors = checkCertificate(description, above, options.now, options.runtime).filter(
      ({ severity }) => severity === 'error',
    ).length;
    const isMarked = found.localKeyId !== null && leaf.localKeyId === found.localKeyId;
    const ofFile = [Number(errors === 0), Number(!description.isCA && !issuers.has(leaf)), -errors];
    const ofKey = [Number(isMarked), leaf.certificate.notAfter];
    const bestSoFar = candidates[best];
    const isSameKey = bestSoFar?.key === key;
    const next = [...ofFile, ...ofKey];
    const difference = isSameKey
      ? compare(next, score)
      : compare(ofFile, score.slice(0, ofFile.length));
    if (bestSoFar !== undefined && difference <= 0) continue;
    best = at;
    score = next;
  }
  return best;
}

export function choiceOf({ found, key, leaf }: Candidate, index: number): KeyChoice {
  const { friendlyName, localKeyId } = found;
  const isOpen = !(key instanceof ReaderError);
  return {
    index,
    keyType: isOpen ? key.keyType : null,
    bits: isOpen ? key.bits : null,
    friendlyName: leaf?.friendlyName ?? friendlyName,
    localKeyId: leaf?.localKeyId ?? localKeyId,
    leaf: leaf === undefined ? null : describeCertificate(leaf.certificate.der),
    problem: isOpen ? null : key.outcome,
  };
}
