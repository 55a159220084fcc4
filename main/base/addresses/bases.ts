import { apiBases } from '../../../common/addresses/api-bases.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** Where the API of each service is found, once it has answered there. */
export interface Bases {
  /** Asks at the service's base address: where nothing is there, at the next that it may have. */
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

/** Whether a refusal says that there is no such API at this address. */
export function isElsewhere(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { code, details } = error;
  if (code === 'http-status') return details.status === 405 || details.status === 501;
  return code === 'http-not-found' || code === 'answer-not-json' || code === 'answer-shape';
}
