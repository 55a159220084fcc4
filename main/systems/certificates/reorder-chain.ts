import { describeCertificate, reorder } from '../../base/x509/reader/index.ts';
import { derOfPem } from '../../base/x509/writer/index.ts';
import type { DescribedCertificate } from './worker-methods.ts';

/** Returns a stored certificate's chain in today's order; unchanged if it is unreadable. */
export function reorderChain(
  leaf: DescribedCertificate,
  chain: readonly DescribedCertificate[],
  now: number,
): FileOrder {
  const others = chain.map(({ pem }) => derOfPem(pem));
  const order = reorder(derOfPem(leaf.pem), others, now);
  if (order === null) return { leaf, chain, others: [] };
  const described = chain.map(redescribed);
  const at = (indexes: readonly number[]) => indexes.flatMap((index) => described[index] ?? []);
  return { leaf: redescribed(leaf), chain: at(order.chain), others: at(order.strays) };
}

interface FileOrder {
  readonly leaf: DescribedCertificate;
  readonly chain: readonly DescribedCertificate[];
  readonly others: readonly DescribedCertificate[];
}

const redescribed = ({ pem }: DescribedCertificate): DescribedCertificate => ({
  pem,
  description: describeCertificate(derOfPem(pem)),
});
