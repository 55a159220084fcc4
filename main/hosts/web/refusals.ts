import type { Log } from '../../base/host.ts';

export type Refusal = 'host' | 'method' | 'path' | 'tab' | 'upgrade' | 'handshake' | 'connection';

/**
 * Counts what strangers were refused and tells the log the first of a kind, the tenth, the hundredth and so
 * on: whoever asks without end does not fill it, and none of their words are in it.
 */
export function createRefusals(log: Pick<Log, 'info'>): (kind: Refusal) => void {
  const counts = new Map<Refusal, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (/^10*$/.test(String(count))) log.info('web-refused', { kind, count });
  };
}
