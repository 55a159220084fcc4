import { foldText } from '../../../../common/texts/fold.ts';
import type { Row } from '../../../base/storage/database.ts';
import { attachedParts, type Files, isDrawn, ownParts, type Part, type Work } from './parts.ts';
import { drawnPortionsOf, portionsOf } from './portions.ts';

/** Where a message has what was looked for: the part, and the portion of it, with the most of the terms. */
export interface Found {
  readonly part: Part;
  /** Folded, these are in `portion`. */
  readonly portion: string;
}

/**
 * Looks whether a message has all of the terms, in one part of it or in several. What cannot be looked at,
 * because its file is gone, is taken for having what the index says.
 * @returns null where a term is missing
 */
export async function look(
  row: Row,
  terms: readonly string[],
  files: Files,
  work: Work,
): Promise<Found | null> {
  const missing = new Set(terms);
  const own = ownParts(row);
  let best: Found = { part: own[0] ?? nowhere, portion: own[0]?.text ?? '' };
  let most = 0;
  const consider = async (part: Part): Promise<void> => {
    for await (const portion of formsOf(part)) {
      const plain = foldText(portion);
      const here = terms.filter((term) => plain.includes(term));
      for (const term of here) missing.delete(term);
      if (here.length > most) {
        most = here.length;
        best = { part, portion };
      }
      if (here.length === terms.length) return;
    }
  };
  for (const part of own) {
    await consider(part);
    if (most === terms.length) return best;
  }
  let unseen = false;
  for await (const part of attachedParts(files, row, work)) {
    if (part === null) unseen = true;
    else await consider(part);
    if (most === terms.length) return best;
  }
  return missing.size === 0 || unseen ? best : null;
}

/** A part as it was written, then as it is shown. */
async function* formsOf(part: Part): AsyncGenerator<string, void, void> {
  yield* portionsOf(part.text);
  if (isDrawn(part)) yield* drawnPortionsOf(part.text);
}

const nowhere: Part = { in: 'content', name: null, text: '' };
