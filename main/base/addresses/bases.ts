import { apiBases } from '../../../common/addresses/api-bases.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** Finds the base address of each service's API and remembers it once it has answered there. */
export interface Bases {
  /** Calls `ask` with the service's base address; if nothing is there, with the next candidate. */
  at<T>(address: string, ask: (base: string) => Promise<T>): Promise<T>;
}

export function createBases(): Bases {
  const found = new Map<string, string>();
  return {
    async at(address, ask) {
      const known = found.get(address);
      const bases = known === undefined ? apiBases(address) : [known];
      let first: unknown;
      for (const base of bases) {
        try {
          const answer = await ask(base);
          found.set(address, base);
          return answer;
        } catch (error) {
          if (!isElsewhere(error)) throw error;
          first ??= error;
        }
      }
      throw first;
    },
  };
}

/** Returns whether a refusal says that the address has no such API. */
export function isElsewhere(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { code, details } = error;
  if (code === 'http-status') return details.status === 405 || details.status === 501;
  return code === 'http-not-found' || code === 'answer-not-json' || code === 'answer-shape';
}
