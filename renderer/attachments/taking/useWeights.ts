import { useEffect, useState } from 'react';
import type { ChosenFile } from './attach-file.ts';
import { type Weighed, weigh } from './folder.ts';

/** Estimates made between two renderings of the list. */
const batch = 40;

/** Reads the shown files for their kind and tokens, one after the other. */
export function useWeights(shown: readonly ChosenFile[]): ReadonlyMap<ChosenFile, Weighed> {
  const [known, setKnown] = useState<ReadonlyMap<ChosenFile, Weighed>>(new Map());
  useEffect(() => {
    let gone = false;
    const read = async () => {
      const missing = shown.filter((one) => !known.has(one)).slice(0, batch);
      if (missing.length === 0) return;
      const found = new Map(known);
      for (const one of missing) {
        if (gone) return;
        found.set(one, await weigh(one).catch((): Weighed => ({ kind: 'other', tokens: null })));
      }
      if (!gone) setKnown(found);
    };
    void read();
    return () => {
      gone = true;
    };
  }, [shown, known]);
  return known;
}
