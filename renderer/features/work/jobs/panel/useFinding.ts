import { useMemo, useState } from 'react';
import { findAll } from './finding.ts';

/** A text that is looked for in another, and which of its places is looked at. */
export function useFinding(text: string) {
  const [wanted, setWanted] = useState('');
  const [place, setPlace] = useState(0);
  const found = useMemo(() => findAll(text, wanted), [text, wanted]);
  const total = found.starts.length;
  return {
    wanted,
    found,
    at: total === 0 ? 0 : place % total,
    onWanted(next: string) {
      setWanted(next);
      setPlace(0);
    },
    onStep: (step: 1 | -1) =>
      setPlace((before) => (total === 0 ? 0 : (before + step + total) % total)),
  };
}
