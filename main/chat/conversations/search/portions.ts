import { setImmediate } from 'node:timers/promises';
import { mayDiffer } from '../../../../common/markdown/differs.ts';

/** Characters processed at once. */
const portion = 20_000;
/** A match may cross two portions. */
const overlap = 1000;

/** Yields a long text in overlapping portions; other work gets a turn between them. */
export async function* portionsOf(text: string): AsyncGenerator<string, void, void> {
  for (let at = 0; at === 0 || at + overlap < text.length; at += portion - overlap) {
    if (at > 0) await setImmediate();
    yield text.slice(at, at + portion);
  }
}

/** Does the same for a text as rendered, if that differs: words continue across Markdown marks there. */
export async function* drawnPortionsOf(text: string): AsyncGenerator<string, void, void> {
  if (!mayDiffer(text)) return;
  const { renderedParts } = await import('../../../../common/markdown/index.ts');
  let some = '';
  for (const part of renderedParts(text)) {
    some += part;
    if (part === '') await setImmediate();
    if (some.length < portion) continue;
    yield some;
    await setImmediate();
    some = some.slice(-overlap);
  }
  if (some !== '') yield some;
}

/** Returns SQL for the start of a stored text: `substr` alone ends at a NUL. */
export function textStart(column: string, most: number): string {
  return `iif(octet_length(${column}) <= ${most}, ${column}, substr(${column}, 1, ${most}))`;
}
