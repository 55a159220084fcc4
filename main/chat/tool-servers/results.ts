import * as z from 'zod';

const text = z.object({ type: z.literal('text'), text: z.string() });
const media = z.object({
  type: z.enum(['image', 'audio']),
  data: z.string(),
  mimeType: z.string().max(200),
});
const link = z.object({
  type: z.literal('resource_link'),
  uri: z.string().max(10_000),
  name: z.string().max(1_000).default(''),
});
const embedded = z.object({
  type: z.literal('resource'),
  resource: z.object({ uri: z.string().max(10_000), text: z.string().optional() }),
});
const part = z.discriminatedUnion('type', [text, media, link, embedded]);

/**
 * Returns a result as text for the model. Images and links are named, and never loaded.
 * @throws Error with the server's words if the tool failed
 */
export function textOf(result: {
  readonly content: readonly unknown[];
  readonly isError?: unknown;
  readonly structuredContent?: unknown;
}): string {
  const { content, structuredContent } = result;
  const parts = content.map((one) => wordsOf(one));
  const hasText = parts.some((words) => words !== '');
  const structured = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  const words = hasText ? parts.join('\n') : structured;
  if (result.isError === true) throw new Error(words || 'the tool failed without a word');
  return words;
}

/** Returns a piece of content as text. */
export function wordsOf(one: unknown): string {
  const parsed = part.safeParse(one);
  if (!parsed.success) return '[content that this app does not know]';
  const { data } = parsed;
  switch (data.type) {
    case 'text':
      return data.text;
    case 'resource_link':
      return `[link: ${data.name} ${data.uri}]`;
    case 'resource':
      return data.resource.text ?? `[file: ${data.resource.uri}]`;
    default:
      return `[${data.type}: ${data.mimeType}, ${Math.round((data.data.length * 3) / 4)} bytes, not shown]`;
  }
}
