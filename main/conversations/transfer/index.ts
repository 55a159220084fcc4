import { randomUUID } from 'node:crypto';
import { type Attachment, filesOf } from '../../../preload/contract/attachments.ts';
import type { Conversation, Message } from '../../../preload/contract/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput, Sender } from '../../../preload/contract/index.ts';
import { parseJson } from '../../../preload/contract/json.ts';
import type { Files } from '../../host.ts';
import { type ConversationsContext, keepFiles } from '../context.ts';
import { isTemporary } from '../store/index.ts';
import { fromChatGpt, fromOpenWebUi } from './foreign.ts';
import { toMarkdown } from './markdown.ts';
import {
  type PortableConversation,
  type PortableFile,
  type PortableMessage,
  portableFile,
} from './portable.ts';

/** Conversations out of the app and into it. */
export function createTransfer(context: ConversationsContext, files: Files) {
  const { systems, attachments, stores, running, emit, now } = context;

  async function portable(id: string): Promise<PortableConversation> {
    const conversation = await running.open(context, id);
    if (conversation.streaming) throw new AppError('turn-running');
    const { folderId } = conversation;
    const folder = folderId === null ? null : (await stores.folders.folder(folderId)).name;
    return toPortable(conversation, folder);
  }

  async function folderNamed(systemId: string, name: string): Promise<string> {
    const known = (await stores.folders.folders(systemId)).find((folder) => folder.name === name);
    if (known !== undefined) return known.id;
    const id = randomUUID();
    await stores.folders.addFolder({ id, systemId, name }, now().toISOString());
    emit('folders.changed', { systemId, folders: await stores.folders.folders(systemId) });
    return id;
  }

  /** One conversation in one transaction. @returns how many messages it has */
  async function take(systemId: string, conversation: PortableConversation): Promise<string> {
    const id = randomUUID();
    const { folder, messages: portableMessages, imagesLeftOut = false, ...facts } = conversation;
    const ids = new Map<string, { id: string; depth: number }>();
    const messages: Message[] = [];
    for (const message of portableMessages) {
      const parent = message.parentId === null ? null : ids.get(message.parentId);
      // A parent that is missing or comes later: the file is not whole.
      if (parent === undefined || ids.has(message.id)) throw unreadable();
      const place = { id: randomUUID(), depth: parent === null ? 0 : parent.depth + 1 };
      ids.set(message.id, place);
      messages.push({
        ...message,
        ...place,
        conversationId: id,
        parentId: parent?.id ?? null,
        attachments: await each(message.attachments ?? [], (one) =>
          unlessMissing(one, async () => (await keepFiles(context, id, [one]))[0] ?? one),
        ),
      });
    }
    const find = (old: string | null): string | null =>
      old === null ? null : (ids.get(old)?.id ?? null);
    await stores.kept.importWhole(
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
    emit('conversations.changed', running.summary(await stores.kept.conversation(id)));
    return id;
  }

  /**
   * These conversations with the files attached to them by hash, in base64 (absent where there are none).
   * What is gone is left out and said to be.
   */
  async function withFiles(
    conversations: readonly PortableConversation[],
  ): Promise<Pick<PortableFile, 'conversations' | 'files'>> {
    const files: Record<string, string> = {};
    const carried = async (one: Attachment): Promise<Attachment> => {
      if (one.mode === 'left-out') return one;
      return unlessMissing(one, async () => {
        const wanted = filesOf(one).filter(({ hash }) => files[hash] === undefined);
        const read: [string, string][] = [];
        for (const { hash } of wanted) {
          read.push([hash, (await attachments.read(hash, one.name)).toString('base64')]);
        }
        Object.assign(files, Object.fromEntries(read));
        return one;
      });
    };
    const whole: PortableConversation[] = [];
    for (const conversation of conversations) {
      const messages: PortableMessage[] = [];
      for (const message of conversation.messages) {
        if (message.attachments === undefined) messages.push(message);
        else messages.push({ ...message, attachments: await each(message.attachments, carried) });
      }
      whole.push({ ...conversation, messages });
    }
    return { conversations: whole, ...(Object.keys(files).length === 0 ? {} : { files }) };
  }

  /** Takes in what a file brings along. @throws AppError `import-unreadable` */
  async function takeFiles(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [hash, text] of Object.entries(files)) {
      const taken = await attachments.take(Buffer.from(text, 'base64'), hash);
      if (taken.hash !== hash) throw unreadable();
    }
  }

  return {
    async exportFile({ ids, format }: ParsedInput<'conversations.exportFile'>, sender: Sender) {
      if (ids.some(isTemporary))
        throw new AppError('not-found', { details: { what: 'conversation' } });
      const conversations: PortableConversation[] = [];
      for (const id of ids) conversations.push(await portable(id));
      const name = `conversations-${now().toISOString().slice(0, 10)}`;
      const text =
        format === 'markdown'
          ? conversations.map(toMarkdown).join('\n---\n\n')
          : toJson(await withFiles(conversations));
      const extension = format === 'markdown' ? 'md' : 'json';
      return files.save(
        { name: `${name}.${extension}`, bytes: Buffer.from(text), secret: true },
        sender,
      );
    },

    async importFile({ systemId, bytes }: ParsedInput<'conversations.importFile'>) {
      systems.get(systemId);
      const { conversations, skipped, files = {} } = readFile(bytes, now().toISOString());
      await takeFiles(files);
      const ids: string[] = [];
      for (const conversation of conversations) ids.push(await take(systemId, conversation));
      return { ids, skipped };
    },
  };
}

/** The same attachment, left out, where its file is gone. */
async function unlessMissing(
  one: Attachment,
  work: () => Promise<Attachment>,
): Promise<Attachment> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'attachment-missing') {
      return { ...one, mode: 'left-out' };
    }
    throw error;
  }
}

/** One after the other: what is read is large. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const one of list) done.push(await work(one));
  return done;
}

function unreadable(cause?: unknown): AppError {
  return new AppError('import-unreadable', cause === undefined ? {} : { cause });
}

/** The conversations of a file of ours, of ChatGPT's or of Open WebUI's. @throws AppError `import-unreadable` */
function readFile(
  bytes: Uint8Array,
  now: string,
): {
  conversations: PortableConversation[];
  skipped: number;
  files?: Readonly<Record<string, string>> | undefined;
} {
  let value: unknown;
  try {
    value = parseJson(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    );
  } catch (cause) {
    throw unreadable(cause);
  }
  const own = portableFile.safeParse(value);
  if (own.success) return { ...own.data, skipped: 0 };
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const conversations = list.flatMap((one) => {
    const read = fromChatGpt(one, now) ?? fromOpenWebUi(one, now);
    return read === null || read.messages.length === 0 ? [] : [read];
  });
  if (conversations.length === 0) throw unreadable(own.error);
  return { conversations, skipped: list.length - conversations.length };
}

function toJson(content: Pick<PortableFile, 'conversations' | 'files'>): string {
  const file: PortableFile = { format: 'compute-desk-conversations', version: 1, ...content };
  return `${JSON.stringify(file, null, 1)}\n`;
}

function toPortable(conversation: Conversation, folder: string | null): PortableConversation {
  const { title, model, createdAt, updatedAt, pinned, archived, tags, parameters } = conversation;
  const { leafId, startId, startSummary, imagesLeftOut, messages } = conversation;
  const ids = new Map(messages.map(({ id }, at) => [id, `m${at + 1}`]));
  const place = (id: string | null): string | null => (id === null ? null : (ids.get(id) ?? null));
  return {
    title,
    model,
    createdAt,
    updatedAt,
    pinned,
    archived,
    tags,
    folder,
    parameters,
    leafId: place(leafId),
    startId: place(startId),
    startSummary,
    ...(imagesLeftOut ? { imagesLeftOut } : {}),
    messages: messages.map((message) => {
      const { conversationId: _conversation, depth: _depth, state, attachments, ...rest } = message;
      return {
        ...rest,
        ...(attachments.length === 0 ? {} : { attachments }),
        id: place(message.id) ?? '',
        parentId: place(message.parentId),
        state: state === 'streaming' ? 'interrupted' : state,
      };
    }),
  };
}
