import type { Log } from '../../base/host.ts';

export type Refusal = 'host' | 'method' | 'path' | 'tab' | 'upgrade' | 'handshake' | 'connection';

/**
 * Counts refusals of strangers and logs the first of a kind, the tenth, the hundredth and so on: endless requests do
 * not fill the log, and it quotes none of their text.
 */
export function createRefusals(log: Pick<Log, 'info'>): (kind: Refusal) => void {
  const counts = new Map<Refusal, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (/^10*$/.test(String(count))) log.info('web-refused', { kind, count });
  };
}
