import * as z from 'zod';
import { textOf } from '../../../preload/contract/chat/attachments.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import { defineTool, type ToolDefinition } from '../tools/index.ts';
import { readingTool } from './attachment-content.ts';
import type { ChatContext } from './context.ts';
import { findPositions } from './find-text.ts';

/** Maximum characters of one call's result, and the default. */
const most = 60_000;
const usual = 20_000;
/** Maximum places in a search result, and the characters around each. */
const mostFound = 20;
const around = 160;

/** Returns the tool that reads a conversation's text files and PDFs in parts, for files too long to be sent. */
export function readAttachedFile({
  stores,
  attachments,
}: Pick<ChatContext, 'stores' | 'attachments'>): ToolDefinition {
  return defineTool({
    name: readingTool,
    description:
      'Reads a part of the text of a file that the user attached to this conversation. Give `from` and `length` in characters; the answer says how long the whole text is. With `find`, gives the places where that text occurs instead, so that you can read around them.',
    input: z.object({
      name: z.string().describe('The name of the file as the message says it.'),
      from: z.number().int().nonnegative().default(0).describe('The first character, from 0.'),
      length: z.number().int().min(1).max(most).default(usual),
      find: z.string().min(1).max(1000).optional().describe('A text to look for; case is ignored.'),
    }),
    returnsTextOfOthers: true,
    approval: 'always',
    async run({ name, from, length, find }, { conversationId }): Promise<Json> {
      const attached = await stores.of(conversationId).attachmentsOf(conversationId);
      const readable = attached.filter((one) => one.mode !== 'left-out' && textOf(one) !== null);
      const wanted = readable.find((one) => one.name === name);
      const file = wanted === undefined ? null : textOf(wanted);
      if (file === null) {
        const names = [...new Set(readable.map((one) => one.name))].slice(0, 200);
        const known = names.length === 0 ? 'none' : names.join(', ');
        throw new Error(`there is no attached text file named ${name}. Attached are: ${known}`);
      }
      const text = await attachments.text(file.hash, name);
      const total = text.length;
      if (find !== undefined) return { name, total, found: placesOf(text, find, from) };
      const start = startOf(text, Math.min(from, total));
      const end = startOf(text, Math.min(start + length, total));
      return { name, total, from: start, to: end, text: text.slice(start, end) };
    },
  });
}

/** Returns a place between characters: not within a surrogate pair. */
function startOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at + 1 : at;
}

function placesOf(text: string, find: string, from: number): { at: number; text: string }[] {
  const places: { at: number; text: string }[] = [];
  for (const at of findPositions(text, find, from)) {
    const start = startOf(text, Math.max(0, at - around));
    const end = startOf(text, Math.min(text.length, at + find.length + around));
    places.push({ at, text: text.slice(start, end) });
    if (places.length === mostFound) break;
  }
  return places;
}
