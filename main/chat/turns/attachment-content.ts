import {
  type Attachment,
  documentOf,
  imagesOf,
  type SentImage,
  textOf,
} from '../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Attachments } from '../attachments/index.ts';
import type { ChatMessage, CompletionRequest, UnloadedImages } from '../service/index.ts';

/** The tool with which a model reads files attached as references. */
export const readingTool = 'read_attached_file';

/** Contents of attachments for messages. */
export interface AttachedContent {
  /** By hash: every text that is included as a whole. */
  readonly texts: ReadonlyMap<string, string>;
  readonly imagesLeftOut: boolean;
}

export const noAttachments: AttachedContent = { texts: new Map(), imagesLeftOut: false };

/** A part of a message in OpenAI's API. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** Placeholder of an image in a request that is not sent yet: its bytes are loaded at the last moment. */
const mark = 'attachment:';

/**
 * Returns a message with its files before its text: texts in fences under their names, images as parts. Without images
 * it is one text, which every server accepts.
 * @param answered files of the answers since the previous question: they come first, and are marked as theirs
 */
export function withAttachments(
  content: string,
  attachments: readonly Attachment[],
  attached: AttachedContent,
  answered: readonly Attachment[] = [],
): string | Part[] {
  const parts = answered.flatMap((one) => partsOf(one, attached));
  if (parts.length > 0) parts.unshift({ type: 'text', text: 'Files of your answer above:' });
  parts.push(...attachments.flatMap((one) => partsOf(one, attached)));
  if (content !== '') parts.push({ type: 'text', text: content });
  return joinTexts(parts);
}

/** Returns the images of tools' results as a message of its own: results can only be text. */
export function resultFiles(
  files: readonly Attachment[],
  attached: AttachedContent,
): string | Part[] {
  const parts = files.flatMap((one) => partsOf(one, attached));
  return joinTexts([{ type: 'text', text: 'Images of the results above:' }, ...parts]);
}

/** Joins neighbouring texts; a list of one text becomes that text. */
export function joinTexts(parts: readonly Part[]): string | Part[] {
  const list: Part[] = [];
  for (const part of parts) {
    const last = list.at(-1);
    if (part.type === 'text' && last?.type === 'text') {
      list[list.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` };
    } else list.push(part);
  }
  const [first] = list;
  if (first === undefined) return '';
  return list.length === 1 && first.type === 'text' ? first.text : list;
}

function partsOf(one: Attachment, { texts, imagesLeftOut }: AttachedContent): Part[] {
  const { name, kind, mode, pages, readUntil } = one;
  const parts: Part[] = [];
  const say = (text: string): void => void parts.push({ type: 'text', text });
  if (mode === 'left-out') {
    say(`(The file ${name} was attached here and is left out.)`);
    return parts;
  }
  const text = textOf(one);
  const all = pages === null ? '' : `, ${pages} pages`;
  const facts = readUntil === undefined ? all : `${all}, of which only 1 to ${readUntil} were read`;
  if (text !== null && mode === 'reference') {
    say(
      `Attached file: ${name} (${text.characters ?? 0} characters${facts}). Its text is not in this message: read it in parts with the tool ${readingTool}.`,
    );
  } else if (text !== null) {
    say(
      `Attached file: ${name}${facts}\n\n${fenced(texts.get(text.hash) ?? '', kind === 'pdf' || documentOf(one) !== null ? '' : name)}`,
    );
  }
  const images = imagesOf(one);
  if (images.length === 0) return parts;
  if (imagesLeftOut) {
    say(
      kind === 'image'
        ? `(The image ${name} was attached here and is left out.)`
        : `(Pages of ${name} were attached here as images and are left out.)`,
    );
    return parts;
  }
  for (const { hash, page } of images) {
    say(page === null ? `Attached image: ${name}` : `Page ${page} of ${name} as an image:`);
    parts.push({ type: 'image_url', image_url: { url: mark + hash } });
  }
  return parts;
}

/** Returns a fence longer than any in the text, with the extension as its language. */
function fenced(text: string, name: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce(
    (most, [run]) => Math.max(most, run.length),
    2,
  );
  const fence = '`'.repeat(longest + 1);
  const language = /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** The attached files that these messages need. */
export interface LoadedTexts {
  /** By hash: every text that is included as a whole. */
  readonly texts: Map<string, string>;
  /** Attachments with a missing file, each once. */
  readonly missing: readonly Attachment[];
}

/** Reads the texts that these messages include as a whole, and checks the other files that they need. */
export async function loadTexts(
  attachments: Pick<Attachments, 'missing' | 'text'>,
  entries: readonly { readonly attachments: readonly Attachment[] }[],
  imagesLeftOut: boolean,
): Promise<LoadedTexts> {
  const texts = new Map<string, string>();
  const all = entries
    .flatMap((entry) => entry.attachments)
    .flatMap((one) => (imagesLeftOut ? withoutImages(one) : one));
  const missing = new Map<string, Attachment>();
  for (const one of await attachments.missing(all)) missing.set(one.file.hash, one);
  for (const one of all) {
    const text = textOf(one);
    const wanted = one.mode === 'whole' && text !== null && !texts.has(text.hash);
    if (!wanted || missing.has(one.file.hash)) continue;
    try {
      texts.set(text.hash, await attachments.text(text.hash, one.name));
    } catch (error) {
      // Another file is in its place.
      if (!(error instanceof AppError) || error.code !== 'attachment-missing') throw error;
      missing.set(one.file.hash, one);
    }
  }
  return { texts, missing: [...missing.values()] };
}

function withoutImages(one: Attachment): Attachment[] {
  return one.kind === 'image' ? [] : [{ ...one, images: [] }];
}

/** Returns bytes and tokens of a history's images, which are not loaded yet. */
export function weighImages(
  history: readonly ChatMessage[],
  entries: readonly { readonly attachments: readonly Attachment[] }[],
): UnloadedImages {
  const facts = new Map<string, SentImage>();
  for (const one of entries.flatMap((entry) => entry.attachments)) {
    for (const image of imagesOf(one)) facts.set(image.hash, image);
  }
  let bytes = 0;
  let tokens = 0;
  for (const url of urlsOf(history)) {
    const image = facts.get(url.slice(mark.length));
    if (image === undefined) continue;
    bytes += dataUrlLength(image) - url.length;
    tokens += image.tokens;
  }
  return { bytes, tokens };
}

/** Returns the bytes of an image in a request: a data URL, which needs no escaping. */
function dataUrlLength({ type, size }: Pick<SentImage, 'type' | 'size'>): number {
  return `data:${type};base64,`.length + 4 * Math.ceil(size / 3);
}

function isPart(value: Json): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'type' in value;
}

function* urlsOf(messages: readonly ChatMessage[]): Generator<string> {
  for (const { content } of messages) {
    if (!Array.isArray(content)) continue;
    for (const part of content) {
      if (isPart(part) && part.type === 'image_url' && part.image_url.url.startsWith(mark)) {
        yield part.image_url.url;
      }
    }
  }
}

/** Returns the request with its images, ready to send. @throws AppError `attachment-missing` */
export async function withImages(
  attachments: Pick<Attachments, 'read'>,
  request: CompletionRequest,
  entries: readonly { readonly attachments: readonly Attachment[] }[],
): Promise<CompletionRequest> {
  const facts = new Map<string, { type: string; name: string }>();
  for (const one of entries.flatMap((entry) => entry.attachments)) {
    for (const { hash, type } of imagesOf(one)) facts.set(mark + hash, { type, name: one.name });
  }
  const urls = new Map<string, string>();
  for (const url of urlsOf(request.messages)) {
    if (urls.has(url)) continue;
    const { type = 'image/png', name = '' } = facts.get(url) ?? {};
    const bytes = await attachments.read(url.slice(mark.length), name);
    urls.set(url, `data:${type};base64,${bytes.toString('base64')}`);
  }
  if (urls.size === 0) return request;
  const { unloaded: _unloaded, ...rest } = request;
  const messages = request.messages.map((message): ChatMessage => {
    const { content } = message;
    if (!Array.isArray(content)) return message;
    return { ...message, content: content.map((part) => loaded(part, urls)) };
  });
  return { ...rest, messages };
}

function loaded(part: Json, urls: ReadonlyMap<string, string>): Json {
  if (!isPart(part) || part.type !== 'image_url') return part;
  return { type: 'image_url', image_url: { url: urls.get(part.image_url.url) ?? '' } };
}
