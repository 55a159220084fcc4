import * as z from 'zod';
import { type ImageFacts, imageFacts } from '../../../../common/texts/file-kind.ts';
import { isUnpackableImage, isWholeImage } from '../../../../common/texts/image-structure.ts';
import { plainName } from '../../../../common/texts/plain-name.ts';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { ServerResource } from '../../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Attachments } from '../../attachments/index.ts';
import { bounds } from '../bounds.ts';

/** Returns what an image is, by its bytes alone; null if it is none that can be drawn without risk. */
export function drawable(bytes: Uint8Array): ImageFacts | null {
  const facts = imageFacts(bytes);
  if (facts === null || !isUnpackableImage(facts) || !isWholeImage(bytes, facts.type)) return null;
  return facts;
}

const content = z.object({
  uri: z.string().min(1).max(10_000),
  text: z.string().optional(),
  blob: z.string().optional(),
});

/** A server's words, cut; empty if they are none. */
export const cut = (most: number) =>
  z
    .string()
    .transform((said) => said.slice(0, most))
    .catch('');
/** What a server tells of a resource, as far as it is used. */
const listed = z
  .object({
    uri: z.string().min(1).max(bounds.resourceUri),
    name: cut(200),
    title: cut(200),
    description: cut(500),
    mimeType: cut(200),
    size: z.number().int().nonnegative().nullable().catch(null),
  })
  .transform(
    ({ uri, name, title, description, mimeType: type, size }): ServerResource => ({
      ...{ uri, name: title || name, description, type, size },
    }),
  );

/** Returns the resources that keep to the bounds, each address once. */
export function readListed(said: readonly unknown[]): {
  resources: ServerResource[];
  leftOut: number;
} {
  const resources = new Map<string, ServerResource>();
  for (const one of said) {
    if (resources.size === bounds.resources) break;
    const parsed = listed.safeParse(one);
    if (parsed.success && !resources.has(parsed.data.uri)) {
      resources.set(parsed.data.uri, parsed.data);
    }
  }
  return { resources: [...resources.values()], leftOut: said.length - resources.size };
}

/** The last part of a resource's address, as the name of a file. */
function nameOf(uri: string): string {
  const [path = ''] = uri.split(/[?#]/);
  const last = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  return plainName(last).replaceAll(/[<>:"|*]/g, '_') || 'resource';
}

/**
 * Copies what a server returned for a resource: texts, images and PDFs, by their bytes.
 * @param server its name
 * @throws AppError `not-found` if it returned nothing, `attachment-unsupported` if nothing of it can be shown
 */
export async function copyResource(
  contents: readonly unknown[],
  uri: string,
  server: string,
  attachments: Pick<Attachments, 'take'>,
): Promise<{ files: Attachment[]; leftOut: number }> {
  if (contents.length === 0) throw new AppError('not-found', { details: { what: 'resource' } });
  const files: Attachment[] = [];
  let problem: AppError | null = null;
  for (const one of contents.slice(0, bounds.resourceParts)) {
    const said = content.safeParse(one);
    const { uri: from, text, blob } = said.success ? said.data : { uri, text: '', blob: '' };
    const name = nameOf(from);
    try {
      files.push(await copied(text ?? Buffer.from(blob ?? '', 'base64'), name, from));
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      problem = cause;
    }
  }
  if (files.length === 0 && problem !== null) throw problem;
  return { files, leftOut: contents.length - files.length };

  async function copied(said: string | Buffer, name: string, from: string): Promise<Attachment> {
    const bytes = Buffer.from(said);
    if (imageFacts(bytes) !== null && drawable(bytes) === null) {
      throw new AppError('attachment-unsupported', { details: { name } });
    }
    const file = await attachments.take(bytes, name);
    const isText = file.type === 'text/plain';
    const kind = isText ? 'text' : file.type === 'application/pdf' ? 'pdf' : 'image';
    const plain = { text: null, images: [], pages: null, mode: 'whole' as const };
    const source = { server, uri: from };
    return { ...plain, name, kind, file, encoding: isText ? 'utf-8' : null, source };
  }
}
