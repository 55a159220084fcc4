import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../../../common/texts/json.ts';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import {
  type PortableConversation,
  portableConversation,
  portableFile,
  type SkippedPart,
} from '../../../../preload/contract/chat/portable.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { CallOutput, ParsedInput } from '../../../../preload/contract/index.ts';
import { type ConversationsContext, keepFiles } from '../context.ts';

/** Conversations one by one: an unreadable one does not affect the others. */
const takenFile = portableFile.extend({ conversations: z.array(z.unknown()) });

/** Imports conversations into the app. */
export function createImport(context: ConversationsContext) {
  const { systems, attachments, stores, running, emit, now } = context;

  async function folderNamed(systemId: string, name: string): Promise<string> {
    const known = (await stores.folders.folders(systemId)).find((folder) => folder.name === name);
    if (known !== undefined) return known.id;
    const id = randomUUID();
    await stores.folders.addFolder({ id, systemId, name }, now().toISOString());
    emit('folders.changed', { systemId, folders: await stores.folders.folders(systemId) });
    return id;
  }

  /** Imports the files, then the conversation in one transaction: completely or not at all. @returns its id */
  async function take(
    systemId: string,
    conversation: PortableConversation,
    note: (left: SkippedPart) => void,
  ): Promise<string> {
    const id = randomUUID();
    const { folder, messages: portableMessages, imagesLeftOut = false, ...facts } = conversation;
    const ids = new Map<string, { id: string; depth: number }>();
    const messages: Message[] = [];
    for (const message of portableMessages) {
      const parent = message.parentId === null ? null : ids.get(message.parentId);
      const place = { id: randomUUID(), depth: (parent?.depth ?? -1) + 1 };
      ids.set(message.id, place);
      const kept: Attachment[] = [];
      for (const one of message.attachments ?? []) {
        const own = await checkAttachment(
          one,
          async () => (await keepFiles(context, id, [one]))[0] ?? one,
        );
        if (own.mode === 'left-out' && one.mode !== 'left-out') {
          note({ conversation: facts.title, kind: 'file', name: one.name, reason: 'not-in-file' });
        }
        kept.push(own);
      }
      messages.push({
        ...message,
        ...place,
        conversationId: id,
        parentId: parent?.id ?? null,
        attachments: kept,
        toolCalls: settled(message.toolCalls),
      });
    }
    const find = (old: string | null): string | null =>
      old === null ? null : (ids.get(old)?.id ?? null);
    await stores.onDisk.importWhole(
      {
        ...facts,
        id,
        systemId,
        draft: '',
        draftAttachments: [],
        imagesLeftOut,
        folderId: folder === null ? null : await folderNamed(systemId, folder),
        leafId: find(facts.leafId) ?? messages.at(-1)?.id ?? null,
        startId: find(facts.startId),
      },
      messages,
    );
    emit('conversations.changed', running.summary(await stores.onDisk.conversation(id)));
    return id;
  }

  /** Imports the files in a file. @throws AppError `import-unreadable` */
  async function takeFiles(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [hash, text] of Object.entries(files)) {
      const taken = await attachments.take(Buffer.from(text, 'base64'), hash);
      if (taken.hash !== hash) throw new AppError('import-unreadable');
    }
  }

  return async ({
    systemId,
    bytes,
  }: ParsedInput<'conversations.importFile'>): Promise<CallOutput<'conversations.importFile'>> => {
    systems.get(systemId);
    const { conversations, files = {} } = readFile(bytes);
    await takeFiles(files);
    const ids: string[] = [];
    const skipped: SkippedPart[] = [];
    let messages = 0;
    for (const [at, value] of conversations.entries()) {
      const conversation = readConversation(value);
      if (conversation === null) {
        const place = { conversation: '', kind: 'conversation', name: `#${at + 1}` } as const;
        skipped.push({ ...place, reason: 'unreadable' });
        continue;
      }
      try {
        ids.push(await take(systemId, conversation, (left) => skipped.push(left)));
        messages += conversation.messages.length;
      } catch (cause) {
        const error = isFull(cause) ? new AppError('disk-full', { cause }) : cause;
        if (!(error instanceof AppError)) throw error;
        const { code, details, retryable } = error;
        return { ids, messages, skipped, problem: { code, details: { ...details }, retryable } };
      }
    }
    return { ids, messages, skipped, problem: null };
  };
}

/** Returns calls as a file has them: none of them runs here or asks a server, and each gets a distinct id. */
function settled(calls: Message['toolCalls']): Message['toolCalls'] {
  const known = new Set<string>();
  return calls.map(({ serverId: _, ...call }) => {
    const id = known.has(call.id) ? `call_${randomUUID()}` : call.id;
    known.add(id);
    const isOpen = call.state === 'waiting' || call.state === 'running';
    return { ...call, id, state: isOpen ? 'interrupted' : call.state };
  });
}

/** Reads the file system's error. */
function isFull(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^(ENOSPC|EDQUOT)$/.test(String(cause.code));
}

/** Returns the attachment, as left out if its file is missing or differs from its description. */
export async function checkAttachment(
  one: Attachment,
  work: () => Promise<Attachment>,
): Promise<Attachment> {
  try {
    return await work();
  } catch (error) {
    const { code } = error instanceof AppError ? error : { code: null };
    if (code !== 'attachment-missing' && code !== 'attachment-unsupported') throw error;
    return { ...one, mode: 'left-out' };
  }
}

/** @throws AppError `import-unreadable` */
function readFile(bytes: Uint8Array): z.infer<typeof takenFile> {
  try {
    const text = Buffer.from(bytes).toString('utf8');
    return takenFile.parse(parseJson(text.replace(/^\uFEFF/, '')));
  } catch (cause) {
    throw new AppError('import-unreadable', { cause });
  }
}

/** Returns null if it is not one, or its messages are no tree with parents first. */
function readConversation(value: unknown): PortableConversation | null {
  const { data } = unlessTooDeep(() => portableConversation.safeParse(value)) ?? {};
  if (data === undefined) return null;
  const before = new Set<string>();
  for (const { id, parentId } of data.messages) {
    if (before.has(id) || (parentId !== null && !before.has(parentId))) return null;
    before.add(id);
  }
  return data;
}

function unlessTooDeep<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
