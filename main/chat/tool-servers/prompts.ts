import * as z from 'zod';
import type { ServerPrompt } from '../../../preload/contract/chat/tool-servers.ts';
import { bounds } from './bounds.ts';
import { wordsOf } from './results/read.ts';

const cut = (most: number) => z.string().transform((text) => text.slice(0, most));
const name = z.string().min(1).max(bounds.name);

/** What a server tells of a prompt, as far as it is used. */
const offeredPrompt = z
  .object({
    name,
    title: cut(200).default(''),
    description: cut(1_000).default(''),
    arguments: z
      .array(
        z.object({
          name,
          description: cut(1_000).default(''),
          required: z.boolean().default(false),
        }),
      )
      .max(20)
      .default([]),
  })
  .transform((one): ServerPrompt => ({ ...one, title: one.title || one.name.slice(0, 200) }));

/** Returns the prompts that keep to the bounds, each name once. */
export function readPrompts(listed: readonly unknown[]): ServerPrompt[] {
  const prompts = new Map<string, ServerPrompt>();
  for (const one of listed) {
    if (prompts.size === bounds.prompts) break;
    const parsed = offeredPrompt.safeParse(one);
    if (parsed.success && !prompts.has(parsed.data.name)) {
      prompts.set(parsed.data.name, parsed.data);
    }
  }
  return [...prompts.values()];
}

const message = z.object({ role: z.enum(['user', 'assistant']), content: z.unknown() });

/** Returns a prompt as one text: what is no text in it is named, and never loaded. */
export function promptText(messages: readonly unknown[]): string {
  const read = messages.slice(0, 1_000).flatMap((one) => {
    const parsed = message.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
  const isTalk = read.some(({ role }) => role === 'assistant');
  const parts = read.map(({ role, content }) => {
    const words = wordsOf(content);
    if (!isTalk) return words;
    return `${role === 'user' ? 'User' : 'Assistant'}: ${words}`;
  });
  return parts.join('\n\n').slice(0, bounds.promptText);
}
