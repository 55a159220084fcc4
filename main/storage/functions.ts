import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../preload/contract/fold.ts';
import { parseJson } from '../../preload/contract/json.ts';

/**
 * What statements can ask beyond SQLite's own.
 *
 * `terms_in(text, terms)`: which of the terms, folded and as a list in JSON, the text has as a search sees it; the
 * n-th (from 0) as the bit 2^n. A text is read where it lies: most of those that are looked at have nothing.
 */
export function addFunctions(db: DatabaseSync): void {
  let last: { json: string; terms: readonly string[] } = { json: '[]', terms: [] };
  db.function('terms_in', { deterministic: true, directOnly: true }, (text, json) => {
    if (typeof text !== 'string' || typeof json !== 'string') return 0;
    if (json !== last.json) last = { json, terms: parseJson(json) as string[] };
    const plain = foldText(text);
    return last.terms.reduce((bits, term, at) => bits + (plain.includes(term) ? 2 ** at : 0), 0);
  });
}
