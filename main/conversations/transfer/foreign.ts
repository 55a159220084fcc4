import * as z from 'zod';
import {
  arrange,
  type ForeignNode,
  type PortableConversation,
  plainParameters,
} from './portable.ts';

/** Exports of other programs are read for what is known of them; the rest of them is let be. */

const seconds = z.number().nullish();
const word = z.string().nullish();

const chatGptConversation = z.object({
  title: word,
  create_time: seconds,
  update_time: seconds,
  current_node: word,
  default_model_slug: word,
  is_archived: z.boolean().nullish(),
  mapping: z.record(
    z.string(),
    z.object({
      parent: word,
      message: z
        .object({
          author: z.object({ role: z.string() }),
          create_time: seconds,
          content: z.looseObject({ content_type: z.string() }),
          metadata: z
            .looseObject({
              model_slug: word,
              is_visually_hidden_from_conversation: z.boolean().nullish(),
            })
            .nullish(),
        })
        .nullish(),
    }),
  ),
});

const openWebUiConversation = z.object({
  title: word,
  created_at: seconds,
  updated_at: seconds,
  archived: z.boolean().nullish(),
  pinned: z.boolean().nullish(),
  meta: z.looseObject({ tags: z.array(z.string()).nullish() }).nullish(),
  chat: z.object({
    title: word,
    models: z.array(z.string()).nullish(),
    history: z.object({
      currentId: word,
      messages: z.record(
        z.string(),
        z.object({
          parentId: word,
          role: z.string(),
          content: z.unknown(),
          timestamp: seconds,
          model: word,
        }),
      ),
    }),
  }),
});

/** Milliseconds and seconds are both seen; nothing is now. */
function instantOf(time: number | null | undefined, otherwise: string): string {
  if (typeof time !== 'number' || !(time > 0)) return otherwise;
  const date = new Date(time > 1e11 ? time : time * 1000);
  return Number.isNaN(date.getTime()) ? otherwise : date.toISOString();
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => {
      if (typeof part === 'string') return part;
      const text = typeof part === 'object' && part !== null && 'text' in part ? part.text : '';
      return typeof text === 'string' ? text : '';
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

/** One conversation of a ChatGPT export (`conversations.json`); null when it is none. */
export function fromChatGpt(value: unknown, now: string): PortableConversation | null {
  const parsed = chatGptConversation.safeParse(value);
  if (!parsed.success) return null;
  const { mapping, current_node: current, ...facts } = parsed.data;
  const createdAt = instantOf(facts.create_time, now);
  const nodes = Object.entries(mapping).map(([id, { parent, message }]): ForeignNode => {
    const hidden = message?.metadata?.is_visually_hidden_from_conversation === true;
    const role = message?.author.role;
    const content =
      message?.content.content_type === 'text' ||
      message?.content.content_type === 'multimodal_text'
        ? textOf(message.content.parts)
        : message?.content.content_type === 'code'
          ? textOf(message.content.text)
          : '';
    const shown = (role === 'user' || role === 'assistant') && content !== '' && !hidden;
    return {
      id,
      parentId: parent ?? null,
      message: shown
        ? {
            role,
            content,
            reasoning: '',
            model: role === 'assistant' ? (message?.metadata?.model_slug ?? null) : null,
            createdAt: instantOf(message?.create_time, createdAt),
          }
        : null,
    };
  });
  return portable(nodes, {
    title: facts.title ?? '',
    createdAt,
    updatedAt: instantOf(facts.update_time, createdAt),
    archived: facts.is_archived ?? false,
    pinned: false,
    tags: [],
    current,
  });
}

/** One conversation of an Open WebUI export; null when it is none. */
export function fromOpenWebUi(value: unknown, now: string): PortableConversation | null {
  const parsed = openWebUiConversation.safeParse(value);
  if (!parsed.success) return null;
  const { chat, ...facts } = parsed.data;
  const createdAt = instantOf(facts.created_at, now);
  const nodes = Object.entries(chat.history.messages).map(([id, one]): ForeignNode => {
    const { reasoning, content } = withoutDetails(textOf(one.content));
    const { role } = one;
    return {
      id,
      parentId: one.parentId ?? null,
      message:
        role === 'user' || role === 'assistant'
          ? {
              role,
              content,
              reasoning,
              model: role === 'assistant' ? (one.model ?? chat.models?.[0] ?? null) : null,
              createdAt: instantOf(one.timestamp, createdAt),
            }
          : null,
    };
  });
  return portable(nodes, {
    title: facts.title ?? chat.title ?? '',
    createdAt,
    updatedAt: instantOf(facts.updated_at, createdAt),
    archived: facts.archived ?? false,
    pinned: facts.pinned ?? false,
    tags: facts.meta?.tags ?? [],
    current: chat.history.currentId,
  });
}

/** Reasoning stands in the text itself there, as a block of its own. */
function withoutDetails(text: string): { reasoning: string; content: string } {
  const opened = text.startsWith('<details type="reasoning"') ? text.indexOf('>') + 1 : 0;
  const end = opened === 0 ? -1 : text.indexOf('</details>', opened);
  if (end < 0) return { reasoning: '', content: text };
  const inside = text.slice(opened, end).trimStart();
  const summary = /^<summary>[^<]*<\/summary>/.exec(inside)?.[0] ?? '';
  const reasoning = inside.slice(summary.length).trim().replaceAll(/^> ?/gm, '');
  return { reasoning, content: text.slice(end + '</details>'.length).trimStart() };
}

function portable(
  nodes: readonly ForeignNode[],
  facts: Pick<
    PortableConversation,
    'title' | 'createdAt' | 'updatedAt' | 'archived' | 'pinned' | 'tags'
  > & { readonly current: string | null | undefined },
): PortableConversation {
  const { current, ...kept } = facts;
  const { messages, ids } = arrange(nodes);
  const last = typeof current === 'string' ? ids.get(current) : null;
  return {
    ...kept,
    tags: kept.tags.slice(0, 20),
    model: messages.findLast(({ model }) => model !== null)?.model ?? null,
    folder: null,
    parameters: plainParameters,
    leafId: last ?? messages.at(-1)?.id ?? null,
    startId: null,
    startSummary: null,
    messages,
  };
}
