import type { DatabaseSync } from 'node:sqlite';
import { mayDiffer } from '../../../common/markdown/differs.ts';
import { renderedText } from '../../../common/markdown/index.ts';
import { foldText } from '../../../common/texts/fold.ts';
import { parseJson } from '../../../common/texts/json.ts';

/**
 * Adds SQL functions.
 *
 * `terms_in(text, terms)`: returns which terms (folded, a JSON list) a search finds in the text; the n-th (from 0) as
 * the bit 2^n. Searches the text as written and as displayed. It reads the text in place: most texts contain no term.
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
    return (bits | bitsIn(foldText(renderedText(text)), terms)) >>> 0;
  });
}

const bitsIn = (plain: string, terms: readonly string[]): number =>
  terms.reduce((bits, term, at) => bits + (plain.includes(term) ? 2 ** at : 0), 0);
