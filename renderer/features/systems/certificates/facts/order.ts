import type { Certificate } from '../../../../../preload/contract/systems/certificates.ts';

/** Days before its end from which a certificate needs its owner. */
const soonDays = 30;

/** Sorts certificates: those that end soon, then those in use, then the others; those that are over and unused come last. */
export function byNeed(certificates: readonly Certificate[], now: number): Certificate[] {
  const endOf = ({ leaf }: Certificate): number => Date.parse(leaf.notAfter);
  const rank = (one: Certificate): number => {
    const isUsed = one.usedBy.length > 0;
    const isOver = endOf(one) <= now;
    if (isOver) return isUsed ? 0 : 3;
    if (endOf(one) - now <= soonDays * 86_400_000) return 0;
    return isUsed ? 1 : 2;
  };
  return [...certificates].sort((a, b) => rank(a) - rank(b) || endOf(a) - endOf(b));
}

/** Returns two stacks, so that a card that is opened leaves no hole beside it: the one in use, and the others. */
export function sideBySide(
  certificates: readonly Certificate[],
  isUsed: (certificate: Certificate) => boolean,
): Certificate[][] {
  const used = certificates.filter(isUsed);
  const others = certificates.filter((one) => !isUsed(one));
  if (used.length > 0 && others.length > 0) return [used, others];
  const half = Math.ceil(certificates.length / 2);
  return [certificates.slice(0, half), certificates.slice(half)].filter(({ length }) => length > 0);
}
