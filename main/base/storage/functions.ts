import type { DatabaseSync } from 'node:sqlite';
import { mayDiffer } from '../../../common/markdown/differs.ts';
import { drawnText } from '../../../common/markdown/index.ts';
import { foldText } from '../../../common/texts/fold.ts';
import { parseJson } from '../../../common/texts/json.ts';

/**
 * What statements can ask beyond SQLite's own.
 *
 * `terms_in(text, terms)`: which of the terms, folded and as a list in JSON, the text has as a search sees it; the
 * n-th (from 0) as the bit 2^n. It has what it has as it was written or as its page shows it. A text is read where it
 * lies: most of those that are looked at have nothing.
 */
export function addFunctions(db: DatabaseSync): void {
  let last: { json: string; terms: readonly string[] } = { json: '[]', terms: [] };
  db.function('terms_in', { deterministic: true, directOnly: true }, (text, json) => {
    if (typeof text !== 'string' || typeof json !== 'string') return 0;
    if (json !== last.json) last = { json, terms: parseJson(json) as string[] };
    const { terms } = last;
    const bits = bitsIn(foldText(text), terms);
    if (bits === 2 ** terms.length - 1 || !mayDiffer(text)) return bits;
    // there may be 32 of them
    return (bits | bitsIn(foldText(drawnText(text)), terms)) >>> 0;
  });
}

const bitsIn = (plain: string, terms: readonly string[]): number =>
  terms.reduce((bits, term, at) => bits + (plain.includes(term) ? 2 ** at : 0), 0);
