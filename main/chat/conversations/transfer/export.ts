import type { StoredFile } from '../../../../preload/contract/chat/attachments.ts';
import {
  type PortableConversation,
  portableFormat,
} from '../../../../preload/contract/chat/portable.ts';

/** An attached file to export. */
export interface ExportedFile extends Pick<StoredFile, 'hash' | 'type'> {
  readonly bytes: Buffer;
}

export interface ConversationsFile {
  readonly conversations: readonly PortableConversation[];
  readonly files: readonly ExportedFile[];
}

/**
 * Writes one JSON object with everything in it: docs/conversation-format.md. In pieces, since it may not fit into one
 * string.
 */
export function jsonFile({ conversations, files }: ConversationsFile): Buffer {
  const head = `{\n "format": ${JSON.stringify(portableFormat)},\n "version": 1,\n "conversations": [`;
  const pieces = [Buffer.from(head)];
  for (const [at, conversation] of conversations.entries()) {
    pieces.push(Buffer.from(`${at === 0 ? '' : ','}\n${JSON.stringify(conversation, null, 1)}`));
  }
  pieces.push(Buffer.from(files.length === 0 ? '\n ]' : '\n ],\n "files": {'));
  for (const [at, { hash, bytes }] of files.entries()) {
    pieces.push(Buffer.from(`${at === 0 ? '' : ','}\n  "${hash}": "${bytes.toString('base64')}"`));
  }
  pieces.push(Buffer.from(files.length === 0 ? '\n}\n' : '\n }\n}\n'));
  return Buffer.concat(pieces);
}

export const endings: Readonly<Record<StoredFile['type'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
};

/** Writes the same as an archive: `conversations.json` without files, and the files by their hash in `files/`. */
export async function zipFile({ conversations, files }: ConversationsFile): Promise<Uint8Array> {
  const json = jsonFile({ conversations, files: [] });
  return archived([
    { name: 'conversations.json', bytes: json },
    ...files.map((file) => ({ name: `files/${file.hash}.${endings[file.type]}`, ...file })),
  ]);
}

/** Writes a Markdown text, with the files that it shows or links at their paths. */
export function markdownZip(
  text: string,
  files: readonly ExportedFile[],
  names: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  const named = files.flatMap((file) => {
    const name = names.get(file.hash);
    return name === undefined ? [] : [{ ...file, name }];
  });
  return archived([{ name: 'conversations.md', bytes: Buffer.from(text) }, ...named]);
}

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
  readonly type?: StoredFile['type'];
}

async function archived(entries: readonly Entry[]): Promise<Uint8Array> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import(
    '@zip.js/zip.js/lib/zip-core.js'
  );
  const archive = new ZipWriter(new Uint8ArrayWriter(), {
    useWebWorkers: false,
    useCompressionStream: true,
  });
  for (const { name, bytes, type } of entries) {
    // images are compressed already
    const level = type?.startsWith('image/') === true ? 0 : 6;
    await archive.add(name, new Uint8ArrayReader(bytes), { level });
  }
  return archive.close();
}
