import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import {
  type PortableConversation,
  portableFile,
  type SkippedPart,
} from '../../../../preload/contract/chat/portable.ts';
import { batchesOf } from '../../../../renderer/features/chat/conversations/transfer/batches.ts';
import { zipOf } from '../../../support/files/zip.ts';

const now = '2026-01-02T03:04:05.000Z';

/** What became of an export: its conversations, what was attached, and what was left out. */
export interface Arrived {
  readonly conversations: readonly PortableConversation[];
  readonly attached: readonly { readonly name: string; readonly text: string }[];
  readonly leftOut: readonly SkippedPart[];
}

/** Takes in a text, or a value as JSON, or it as the first of these files in an archive. */
export async function arrive(
  value: unknown,
  files?: Readonly<Record<string, string>>,
  name = 'conversations.json',
): Promise<Arrived> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const bytes = files === undefined ? text : await zipOf({ [name]: text, ...files });
  const attached: { name: string; text: string }[] = [];
  const leftOut: SkippedPart[] = [];
  const conversations: PortableConversation[] = [];
  const reading = {
    now,
    note: (left: SkippedPart) => void leftOut.push(left),
    attach: async (file: { name: string; bytes: Uint8Array }): Promise<Attachment | 'refused'> => {
      if (file.name.endsWith('.exe')) return 'refused';
      attached.push({ name: file.name, text: new TextDecoder().decode(file.bytes) });
      const facts = {
        size: file.bytes.length,
        width: null,
        height: null,
        characters: 1,
        tokens: 1,
      };
      const hash = String(attached.length).padStart(64, '0');
      return {
        ...{ name: file.name, kind: 'text', encoding: 'utf-8', text: null, images: [] },
        ...{ pages: null, mode: 'whole', file: { hash, type: 'text/plain', ...facts } },
      };
    },
  };
  for await (const part of batchesOf(new Blob([bytes]), reading)) {
    if (part.kind === 'attached') continue;
    const read = portableFile.parse(JSON.parse(new TextDecoder().decode(part.bytes)));
    conversations.push(...read.conversations);
  }
  return { conversations, attached, leftOut };
}

/** The messages of the only conversation, for comparing. */
export function lines({ conversations: [one, ...others] }: Arrived) {
  if (one === undefined || others.length > 0) throw new Error('not one conversation');
  return one.messages.map(({ id, parentId, role, content, reasoning, toolCalls, attachments }) => ({
    ...{ id, parentId, role, content },
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0
      ? {}
      : { calls: toolCalls.map(({ name, arguments: given, result }) => [name, given, result]) }),
    ...(attachments === undefined ? {} : { files: attachments.map(({ name }) => name) }),
  }));
}
