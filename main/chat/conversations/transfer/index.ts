import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { filesOf, type StoredFile } from '../../../../preload/contract/chat/attachments.ts';
import type { Conversation } from '../../../../preload/contract/chat/conversation.ts';
import type {
  PortableConversation,
  PortableMessage,
} from '../../../../preload/contract/chat/portable.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { ParsedInput, Sender } from '../../../../preload/contract/index.ts';
import { safeFileName } from '../../../base/files/file-name.ts';
import type { Files, Printing } from '../../../base/host.ts';
import type { ConversationsContext } from '../context.ts';
import { isTemporary } from '../store/index.ts';
import { type ExportedFile, jsonFile, markdownZip, zipFile } from './export.ts';
import { checkAttachment, createImport } from './import.ts';
import { filePaths, toMarkdown, withFilePaths } from './markdown.ts';

/** Exports and imports conversations. */
export function createTransfer(
  context: ConversationsContext,
  { files, printing }: { readonly files: Files; readonly printing?: Printing },
) {
  const { attachments, stores, running, now } = context;

  async function portable(id: string): Promise<PortableConversation> {
    const conversation = await running.open(context, id);
    if (conversation.streaming) throw new AppError('turn-running');
    const { folderId } = conversation;
    const folder = folderId === null ? null : (await stores.folders.folder(folderId)).name;
    return toPortable(conversation, folder);
  }

  /** Adds the attached files, each once; leaves missing ones out and reports them. */
  async function withFiles(
    conversations: readonly PortableConversation[],
  ): Promise<{ conversations: PortableConversation[]; files: ExportedFile[] }> {
    const carried = new Map<string, ExportedFile>();
    const carry = (one: Attachment): Promise<Attachment> =>
      checkAttachment(one, async () => {
        if (one.mode === 'left-out') return one;
        const wanted = filesOf(one).filter(({ hash }) => !carried.has(hash));
        const read: ExportedFile[] = [];
        for (const file of wanted) read.push(await carriedFile(file, one.name));
        for (const file of read) carried.set(file.hash, file);
        return one;
      });
    const carriedFile = async ({ hash, type }: StoredFile, name: string) => ({
      hash,
      type,
      bytes: await attachments.read(hash, name),
    });
    const whole: PortableConversation[] = [];
    for (const conversation of conversations) {
      const messages: PortableMessage[] = [];
      for (const message of conversation.messages) {
        if (message.attachments === undefined) messages.push(message);
        else messages.push({ ...message, attachments: await each(message.attachments, carry) });
      }
      whole.push({ ...conversation, messages });
    }
    return { conversations: whole, files: [...carried.values()] };
  }

  return {
    async exportFile({ ids, format }: ParsedInput<'conversations.exportFile'>, sender: Sender) {
      if (ids.some(isTemporary))
        throw new AppError('not-found', { details: { what: 'conversation' } });
      const conversations: PortableConversation[] = [];
      for (const id of ids) conversations.push(await portable(id));
      const name = `conversations-${now().toISOString().slice(0, 10)}`;
      if (format === 'markdown') {
        const text = conversations.map(toMarkdown).join('\n---\n\n');
        return files.save({ name: `${name}.md`, bytes: Buffer.from(text), secret: true }, sender);
      }
      const whole = await withFiles(conversations);
      if (format === 'markdown-zip') {
        const places = filePaths(whole.conversations);
        const text = whole.conversations
          .map((one) => toMarkdown(withFilePaths(one, places)))
          .join('\n---\n\n');
        const bytes = await markdownZip(text, whole.files, places);
        return files.save({ name: `${name}.zip`, bytes, secret: true }, sender);
      }
      const bytes = format === 'zip' ? await zipFile(whole) : jsonFile(whole);
      return files.save({ name: `${name}.${format}`, bytes, secret: true }, sender);
    },

    async savePage({ html }: ParsedInput<'conversations.savePage'>, sender: Sender) {
      const name = `conversations-${now().toISOString().slice(0, 10)}.html`;
      return files.save({ name, bytes: Buffer.from(html), secret: true }, sender);
    },

    async print({ html, to, title = '' }: ParsedInput<'conversations.print'>, sender: Sender) {
      if (printing === undefined) throw new AppError('print-failed');
      if (to === 'printer' || printing.pdf === undefined) return printing.print(html);
      const usual = `conversation-${now().toISOString().slice(0, 10)}`;
      const name = safeFileName(`${title.trim() || usual}.pdf`);
      return files.save({ name, bytes: await printing.pdf(html), secret: true }, sender);
    },

    importFile: createImport(context),
  };
}

/** One after another: each is large. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const one of list) done.push(await work(one));
  return done;
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
