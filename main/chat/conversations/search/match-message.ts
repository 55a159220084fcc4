import { foldText } from '../../../../common/texts/fold.ts';
import type { Row } from '../../../base/storage/database.ts';
import { attachedParts, type Files, isDrawn, ownParts, type Part, type Work } from './parts.ts';
import { drawnPortionsOf, portionsOf } from './portions.ts';

/** The part of a message, and the portion in it, that contains the most terms. */
export interface Match {
  readonly part: Part;
  readonly portion: string;
  /** It is Markdown as written, which the thread shows rendered. */
  readonly isSource: boolean;
}

/**
 * Checks whether a message has all terms, in one of its parts or in several. A part whose file is gone counts as having
 * what the index says.
 * @returns null if a term is missing
 */
export async function matchMessage(
  row: Row,
  terms: readonly string[],
  files: Files,
  work: Work,
): Promise<Match | null> {
  const missing = new Set(terms);
  const own = ownParts(row);
  let best: Match = { part: own[0] ?? nowhere, portion: own[0]?.text ?? '', isSource: false };
  let most = 0;
  const consider = async (part: Part): Promise<void> => {
    for await (const { portion, isSource } of formsOf(part)) {
      const plain = foldText(portion);
      const here = terms.filter((term) => plain.includes(term));
      for (const term of here) missing.delete(term);
      if (here.length > most) {
        most = here.length;
        best = { part, portion, isSource };
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

/** Yields a part as written, then as shown. */
async function* formsOf(part: Part): AsyncGenerator<Omit<Match, 'part'>, void, void> {
  const isSource = isDrawn(part);
  for await (const portion of portionsOf(part.text)) yield { portion, isSource };
  if (!isSource) return;
  for await (const portion of drawnPortionsOf(part.text)) yield { portion, isSource: false };
}

const nowhere: Part = { in: 'content', name: null, text: '' };
