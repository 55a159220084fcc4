import { type Attachment, filesOf } from '../../../preload/contract/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, ParsedInput } from '../../../preload/contract/index.ts';
import { parseJson } from '../../../preload/contract/json.ts';
import type { Attachments } from '../../attachments/index.ts';
import { announceDetails, keepFiles, type Stores } from '../../conversations/index.ts';
import type { Database } from '../../storage/database.ts';

/** What is being written: in a conversation, and before there is one (then one draft a system). */
export function createDrafts(
  context: {
    readonly stores: Stores;
    readonly attachments: Pick<Attachments, 'verified' | 'keep' | 'unkeep' | 'hold'>;
    readonly emit: Emit;
  },
  database: Database,
) {
  const { stores, attachments } = context;
  const inTurn = createTurnTaking();
  /** By system: files that its draft had on the disk since the app began, whatever became of them. */
  const carried = new Map<string, Set<string>>();

  const remove = async (systemId: string): Promise<void> => {
    await database.run({ sql: 'DELETE FROM new_drafts WHERE system_id = ?', params: [systemId] });
  };
  async function read(systemId: string): Promise<{ draft: string; attachments: Attachment[] }> {
    const row = await database.get('SELECT * FROM new_drafts WHERE system_id = ?', [systemId]);
    if (row === undefined) return { draft: '', attachments: [] };
    const files = parseJson(String(row.attachments)) as Attachment[];
    return { draft: String(row.draft), attachments: files };
  }
  function carry(systemId: string, files: readonly Attachment[]): Set<string> {
    const known = carried.get(systemId) ?? new Set();
    carried.set(systemId, known);
    for (const { hash } of files.flatMap(filesOf)) known.add(hash);
    return known;
  }

  return {
    forget: (systemId: string) => inTurn(systemId, () => remove(systemId)),
    ofNew: (systemId: string) => inTurn(systemId, () => read(systemId)),

    async set({ id, draft, attachments: claimed }: ParsedInput<'drafts.set'>) {
      await stores.of(id).update(id, {
        ...(draft === undefined ? {} : { draft }),
        ...(claimed === undefined
          ? {}
          : { draftAttachments: await keepFiles({ attachments }, id, claimed) }),
      });
    },

    setEdit: ({ messageId, text, attachments: claimed }: ParsedInput<'drafts.setEdit'>) =>
      inTurn(messageId, async () => {
        const store = stores.of(messageId);
        const message = await store.message(messageId);
        const { conversationId, role, content } = message;
        if (role !== 'user') throw new AppError('not-found', { details: { what: 'message' } });
        const files = await keepFiles({ attachments }, conversationId, claimed);
        const asItStands =
          text === content && JSON.stringify(files) === JSON.stringify(message.attachments);
        if (asItStands) await store.dropEdit(messageId);
        else await store.setEdit(conversationId, { messageId, text, attachments: files });
        await announceDetails(context, conversationId);
      }),

    dropEdit: (messageId: string) =>
      inTurn(messageId, async () => {
        const { conversationId } = await stores.of(messageId).message(messageId);
        await stores.of(messageId).dropEdit(messageId);
        await announceDetails(context, conversationId);
      }),

    setOfNew: ({ systemId, draft, attachments: claimed }: ParsedInput<'drafts.setOfNew'>) =>
      inTurn(systemId, async () => {
        const before = await read(systemId);
        const text = draft ?? before.draft;
        const files =
          claimed === undefined ? before.attachments : await attachments.verified(claimed);
        carry(systemId, before.attachments);
        if (text === '' && files.length === 0) return remove(systemId);
        carry(systemId, files);
        await attachments.keep(files);
        await database.run({
          sql: 'INSERT OR REPLACE INTO new_drafts (system_id, draft, attachments) VALUES (?, ?, ?)',
          params: [systemId, text, JSON.stringify(files)],
        });
      }),

    forgetOfNew: (systemId: string) =>
      inTurn(systemId, async () => {
        const files = carry(systemId, (await read(systemId)).attachments);
        await remove(systemId);
        const used = await stores.kept.usedFiles();
        await attachments.unkeep([...files].filter((hash) => !used.has(hash)));
        carried.delete(systemId);
        // what was overwritten in the database's own file stands in its log until here
        await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
      }),
  };
}

/** Has work of one name done in the order in which it was asked for, one after the other. */
function createTurnTaking(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const now = before.then(work, work);
    last.set(name, now);
    const over = (): void => {
      if (last.get(name) === now) last.delete(name);
    };
    now.then(over, over);
    return now;
  };
}
