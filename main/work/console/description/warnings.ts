import type { DescriptionWarning } from '../../../../preload/contract/work/console-descriptions.ts';
import { lineOf } from './texts.ts';

export type Warn = (warning: DescriptionWarning) => void;

/** Warnings of a description; further ones are counted. */
export const mostWarnings = 200;

/** Collects warnings; equal ones once. */
export function createWarnings(): {
  readonly warn: Warn;
  readonly all: DescriptionWarning[];
  more(): number;
} {
  const all: DescriptionWarning[] = [];
  const seen = new Set<string>();
  let more = 0;
  return {
    all,
    more: () => more,
    warn({ code, line, about }) {
      const warning = { code, line, about: lineOf(about, 500) };
      const key = JSON.stringify(warning);
      if (seen.has(key)) return;
      if (all.length >= mostWarnings) {
        more += 1;
        return;
      }
      seen.add(key);
      all.push(warning);
    },
  };
}
