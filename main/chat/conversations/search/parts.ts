import { exceedsDepth, parseJson } from '../../../../common/texts/json.ts';
import { type Attachment, textOf } from '../../../../preload/contract/chat/attachments.ts';
import type { ToolCall } from '../../../../preload/contract/chat/conversation.ts';
import type { SearchHit } from '../../../../preload/contract/chat/search.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Row } from '../../../base/storage/database.ts';
import type { Attachments } from '../../attachments/index.ts';
import { attachmentsIn, toolCallsIn } from '../store/index.ts';

export type Files = Pick<Attachments, 'read'>;

/** A searchable text of a message, and its kind. */
export interface Part {
  readonly in: SearchHit['in'];
  /** Name of the file or tool; null if there is none. */
  readonly name: string | null;
  readonly text: string;
}

/** Returns a message's own texts, the most visible first; for attached texts see `attachedParts`. */
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

/** Returns whether the part is also searched as rendered Markdown. */
export const isDrawn = (part: Part): boolean => part.in === 'content' || part.in === 'reasoning';

/** Maximum characters and levels of JSON that is indented: deep JSON grows with the square of its depth. */
const longestJson = 20_000;
const deepestJson = 50;
/** Maximum characters of indented JSON in one message. */
const mostIndented = 2_000_000;

/** Returns a tool call as the thread shows it. */
function toolText({ name, arguments: given, result }: ToolCall, room: { left: number }): string {
  const texts = result === null ? [given] : [given, result];
  return [name, ...texts.map((text) => pretty(text, room))].join('\n');
}

/** JSON is escaped, and nobody searches for escapes. */
function pretty(text: string, room: { left: number }): string {
  if (text.length > longestJson || room.left <= 0 || exceedsDepth(text, deepestJson)) return text;
  try {
    const indented = JSON.stringify(parseJson(text), null, 2);
    room.left -= indented.length;
    return indented;
  } catch {
    return text;
  }
}

/** Maximum searched characters of one message's attached texts: about 250 pages. */
const longestAttached = 1_000_000;

/** Characters read for a result. */
export interface Work {
  done: number;
}

/** Yields the searched texts of a message's attachments; null for a missing one. */
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

/** Returns the start of a text; null if it is gone. */
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
