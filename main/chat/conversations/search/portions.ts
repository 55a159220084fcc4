import { setImmediate } from 'node:timers/promises';
import { mayDiffer } from '../../../../common/markdown/differs.ts';

/** Characters that are worked on in one go. */
const portion = 20_000;
/** What is looked for may stand where two portions meet. */
const overlap = 1000;

/** A long text in portions that overlap; others have their turn between them. */
export async function* portionsOf(text: string): AsyncGenerator<string, void, void> {
  for (let at = 0; at === 0 || at + overlap < text.length; at += portion - overlap) {
    if (at > 0) await setImmediate();
    yield text.slice(at, at + portion);
  }
}

/** The same of a text as its page shows it, where that is another: words run on through marks there. */
export async function* drawnPortionsOf(text: string): AsyncGenerator<string, void, void> {
  if (!mayDiffer(text)) return;
  const { drawnParts } = await import('../../../../common/markdown/index.ts');
  let some = '';
  for (const part of drawnParts(text)) {
    some += part;
    if (part === '') await setImmediate();
    if (some.length < portion) continue;
    yield some;
    await setImmediate();
    some = some.slice(-overlap);
  }
  if (some !== '') yield some;
}

/** The beginning of a text of the database, in SQL: `substr` alone ends at a NUL. */
export function beginning(column: string, most: number): string {
  return `iif(octet_length(${column}) <= ${most}, ${column}, substr(${column}, 1, ${most}))`;
}
