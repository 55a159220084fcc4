import { isDeeper, parseJson } from '../../../../common/texts/json.ts';
import { type Attachment, textOf } from '../../../../preload/contract/chat/attachments.ts';
import type { ToolCall } from '../../../../preload/contract/chat/conversation.ts';
import type { SearchHit } from '../../../../preload/contract/chat/search.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Row } from '../../../base/storage/database.ts';
import type { Attachments } from '../../attachments/index.ts';
import { attachmentsIn, toolCallsIn } from '../store/index.ts';

export type Files = Pick<Attachments, 'read'>;

/** A text that is found with a message, and what it is of it. */
export interface Part {
  readonly in: SearchHit['in'];
  /** The file's or the tool's; null where there is none. */
  readonly name: string | null;
  readonly text: string;
}

/** What a message says itself, the nearest to the reader first; attached texts are `attachedParts`. */
export function ownParts(row: Row): Part[] {
  const room = { left: mostIndented };
  return [
    { in: 'content', name: null, text: String(row.content) },
    ...attachmentsIn(row).map(({ name }): Part => ({ in: 'file-name', name, text: name })),
    { in: 'reasoning', name: null, text: String(row.reasoning) },
    ...toolCallsIn(row).map(
      (call): Part => ({ in: 'tool-call', name: call.name, text: toolText(call, room) }),
    ),
  ];
}

/** Whether it is found without its marks too, as a page of Markdown shows it. */
export const isDrawn = (part: Part): boolean => part.in === 'content' || part.in === 'reasoning';

/** Characters of JSON that is indented, and levels of it: deep JSON gets longer with the square of its depth. */
const longestJson = 20_000;
const deepestJson = 50;
/** Characters of indented JSON in one message. */
const mostIndented = 2_000_000;

/** A tool call as the thread shows it. */
function toolText({ name, arguments: given, result }: ToolCall, room: { left: number }): string {
  const texts = result === null ? [given] : [given, result];
  return [name, ...texts.map((text) => pretty(text, room))].join('\n');
}

/** JSON is escaped in ways that nobody looks for. */
function pretty(text: string, room: { left: number }): string {
  if (text.length > longestJson || room.left <= 0 || isDeeper(text, deepestJson)) return text;
  try {
    const indented = JSON.stringify(parseJson(text), null, 2);
    room.left -= indented.length;
    return indented;
  } catch {
    return text;
  }
}

/** Characters of the texts attached to one message that are searched: about 250 pages. */
const longestAttached = 1_000_000;

/** What was looked through for an answer, characters. */
export interface Work {
  done: number;
}

/** The texts of what is attached to a message, as far as they are searched; null for one that is gone. */
export async function* attachedParts(
  files: Files,
  row: Row,
  work: Work,
): AsyncGenerator<Part | null, void, void> {
  let room = longestAttached;
  for (const one of attachmentsIn(row)) {
    if (textOf(one) === null || one.mode === 'left-out' || room <= 0) continue;
    const text = await textBelow(files, one, room);
    room -= text?.length ?? 0;
    work.done += text?.length ?? 0;
    yield text === null ? null : { in: 'file', name: one.name, text };
  }
}

/** The beginning of a text; null where it is gone. */
async function textBelow(files: Files, one: Attachment, most: number): Promise<string | null> {
  const file = textOf(one);
  if (file === null) return null;
  try {
    const bytes = await files.read(file.hash, one.name);
    return new TextDecoder().decode(bytes.subarray(0, most * 4)).slice(0, most);
  } catch (error) {
    if (error instanceof AppError && error.code === 'attachment-missing') return null;
    throw error;
  }
}
