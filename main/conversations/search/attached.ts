import { setImmediate } from 'node:timers/promises';
import { type Attachment, textOf } from '../../../preload/contract/attachments.ts';
import type { SearchHit } from '../../../preload/contract/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Attachments } from '../../attachments/index.ts';
import { hitsIn } from './excerpt.ts';
import type { Term } from './grams.ts';

/** Characters of the texts attached to one message that are searched: about 250 pages. */
const longest = 1_000_000;
/** Characters that are worked on in one go. */
const portion = 20_000;
/** A term may stand where two portions meet. */
const overlap = 200;

type Files = Pick<Attachments, 'read'>;

/** Names and texts of what is attached to a message, in portions; others have their turn between them. */
export async function* attachedPortions(
  files: Files,
  list: readonly Attachment[],
): AsyncGenerator<string, void, void> {
  yield list.map(({ name }) => name).join('\n');
  let room = longest;
  for (const one of list) {
    const text = await textBelow(files, one, room);
    room -= text.length;
    for (let at = 0; at < text.length; ) {
      const end = endOfPortion(text, at);
      yield text.slice(at, end);
      at = end;
      await setImmediate();
    }
  }
}

/** Where a portion ends: between lines or words where it can. */
function endOfPortion(text: string, at: number): number {
  const end = at + portion;
  if (end >= text.length) return text.length;
  const gap = Math.max(text.lastIndexOf('\n', end), text.lastIndexOf(' ', end));
  return gap > at + portion / 2 ? gap + 1 : end;
}

/** The beginning of a text; empty where there is none or it is gone. */
async function textBelow(files: Files, one: Attachment, most: number): Promise<string> {
  const file = textOf(one);
  if (file === null || one.mode === 'left-out' || most <= 0) return '';
  try {
    const bytes = await files.read(file.hash, one.name);
    return new TextDecoder().decode(bytes.subarray(0, most * 4)).slice(0, most);
  } catch (error) {
    if (error instanceof AppError && error.code === 'attachment-missing') return '';
    throw error;
  }
}

/** A text in which terms were found, and what it is. */
export interface Found {
  readonly text: string;
  readonly attachment: SearchHit['attachment'];
}

/** Characters that all hits of one answer together may be looked through for; beyond, names alone are. */
export interface Budget {
  left: number;
}

/** Where most of the terms stand: in the message itself, in the name of a file, or in the text of one. */
export async function bestPlace(
  files: Files,
  { content, list }: { readonly content: string; readonly list: readonly Attachment[] },
  terms: readonly Term[],
  budget: Budget,
): Promise<Found> {
  let best: Found = { text: content, attachment: null };
  let score = hitsIn(content, terms);
  const consider = (text: string, name: string, place: 'name' | 'text'): void => {
    const own = hitsIn(text, terms);
    if (own <= score) return;
    score = own;
    best = { text, attachment: { name, in: place } };
  };
  for (const { name } of list) consider(name, name, 'name');
  for (const one of list) {
    if (score === terms.length) break;
    const text = await textBelow(files, one, Math.min(longest, budget.left));
    for (let at = 0; at < text.length && score < terms.length; at += portion - overlap) {
      const part = text.slice(at, at + portion);
      budget.left -= part.length;
      consider(part, one.name, 'text');
    }
  }
  return best;
}
