import * as z from 'zod';
import type { ToolLink } from '../../../../preload/contract/chat/conversation.ts';
import { type ResultParts, ToolAnswer } from '../../tools/index.ts';
import { bounds, isTooDeep } from '../bounds.ts';
import { drawable } from './resources.ts';

const text = z.object({ type: z.literal('text'), text: z.string() });
const media = z.object({
  type: z.enum(['image', 'audio']),
  data: z.string(),
  mimeType: z.string().max(200),
});
const uri = z.string().min(1).max(10_000);
const mediaType = z.string().max(200).catch('').default('');
const link = z.object({
  type: z.literal('resource_link'),
  uri,
  name: z.string().max(1_000).default(''),
  title: z.string().max(1_000).optional().catch(undefined),
  mimeType: mediaType,
});
const embedded = z.object({
  type: z.literal('resource'),
  resource: z.object({
    uri,
    mimeType: mediaType,
    text: z.string().optional(),
    blob: z.string().optional(),
  }),
});
const part = z.discriminatedUnion('type', [text, media, link, embedded]);

const endings = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

interface Result {
  readonly content: readonly unknown[];
  readonly isError?: unknown;
  readonly structuredContent?: unknown;
}

/**
 * Returns a result: its text for the model, in which images and links are named, and beside it what the user may look
 * at. Nothing is loaded.
 * @throws Error with the server's words if the tool failed
 */
export function readResult(result: Result, tool: string, serverId: string): ToolAnswer {
  const { content, structuredContent } = result;
  const kept = createKept(tool);
  const parts = content.map((one) => {
    const parsed = part.safeParse(one);
    return (parsed.success ? kept.take(parsed.data) : null) ?? wordsOf(one);
  });
  if (kept.leftOut() > 0) parts.push(`[${kept.leftOut()} more images, not shown]`);
  const said = parts.filter((words) => words !== '');
  const json = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  const words = said.length > 0 ? said.join('\n') : json;
  if (result.isError === true) throw new Error(words || 'the tool failed without a word');
  const isData = json !== '' && json.length <= bounds.structured && !isTooDeep(structuredContent);
  return new ToolAnswer(words, {
    ...{ files: kept.files },
    ...(isData && { structured: json }),
    ...(kept.links.length > 0 && { links: kept.links, serverId }),
  });
}

/** Keeps images and links of one result within the bounds. */
function createKept(tool: string) {
  const files: ResultParts['files'][number][] = [];
  const links: ToolLink[] = [];
  let room = bounds.imageBytes;
  let leftOut = 0;
  const stem = tool.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);

  /** Returns how the text names an image that is kept; null if it is none that can be. */
  function image(data: string): string | null {
    if (files.length === bounds.images) {
      leftOut += 1;
      return '';
    }
    // what is too long is not even decoded
    if (data.length * 0.75 > room + 3) return null;
    const bytes = Buffer.from(data, 'base64');
    const facts = drawable(bytes);
    if (facts === null || bytes.length > room) return null;
    room -= bytes.length;
    const name = `${stem}-${files.length + 1}.${endings[facts.type]}`;
    files.push({ name, bytes });
    return `[image: ${name}, ${facts.width} x ${facts.height}]`;
  }

  function addLink(to: string, name: string, type: string): void {
    if (links.length < bounds.links) links.push({ uri: to, name: name.slice(0, 200), type });
  }

  return {
    files,
    links,
    /** Images beyond the bound. */
    leftOut: () => leftOut,
    /** Returns the words for a part that is kept as something else; null for any other. */
    take(one: z.infer<typeof part>): string | null {
      if (one.type === 'image') return image(one.data);
      if (one.type === 'resource_link') addLink(one.uri, one.title || one.name, one.mimeType);
      if (one.type !== 'resource' || one.resource.text !== undefined) return null;
      const { blob, uri: from, mimeType } = one.resource;
      const shown = blob === undefined ? null : image(blob);
      if (shown === null) addLink(from, '', mimeType);
      return shown;
    },
  };
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
