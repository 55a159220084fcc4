import { randomUUID } from 'node:crypto';
import { AppError } from '../../../../preload/contract/errors.ts';

/** A file that a page handed over to be sent. */
export interface Held {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Uint8Array;
  /** SHA-256, lower-case hex. */
  readonly hash: string;
}

const mostBytes = 256 * 1024 * 1024;

export type HeldFiles = ReturnType<typeof createHeldFiles>;

/** Files in memory; the oldest ones make room. */
export function createHeldFiles() {
  const all = new Map<string, Held>();
  return {
    get: (id: string): Held | undefined => all.get(id),
    /** @throws AppError `transfer-too-large` */
    async hold(name: string, type: string, bytes: Uint8Array): Promise<Held> {
      if (bytes.length > mostBytes) {
        throw new AppError('transfer-too-large', {
          details: { name: name.slice(0, 200), limit: mostBytes / 1024 / 1024 },
        });
      }
      const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
      const held: Held = {
        id: randomUUID(),
        ...{ name, type, size: bytes.length, bytes },
        hash: Buffer.from(digest).toString('hex'),
      };
      all.set(held.id, held);
      let sum = [...all.values()].reduce((before, { size }) => before + size, 0);
      for (const [id, { size }] of all) {
        if (sum <= mostBytes || id === held.id) break;
        all.delete(id);
        sum -= size;
      }
      return held;
    },
    release: (id: string): void => void all.delete(id),
    clear: (): void => all.clear(),
  };
}
