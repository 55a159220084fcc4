import {
  type Attachment,
  attachmentList,
  filesOf,
} from '../../../../preload/contract/chat/attachments.ts';
import {
  type Draft,
  type DraftSettings,
  draftSettings,
} from '../../../../preload/contract/chat/drafts.ts';
import type { Emit, ParsedInput } from '../../../../preload/contract/index.ts';
import type { serialQueues } from '../../../base/async/serial-queue.ts';
import type { Database } from '../../../base/storage/database.ts';
import { type RowReader, readRow } from '../../../base/storage/rows/index.ts';
import type { Attachments } from '../../attachments/index.ts';
import { readOtherDrafts, replaceOtherDrafts, type Stores } from '../../conversations/index.ts';
import { applyChange, resolveOther } from './changes.ts';

/** The draft of a conversation that has not begun, with its settings. */
interface NewDraft extends Draft {
  readonly asking: DraftSettings | null;
}

export const newDraftRows: RowReader<Omit<NewDraft, 'otherDrafts'>> = {
  table: 'new_drafts',
  called: 'system_id',
  read: (row) => ({
    draft: row.text('draft'),
    attachments: row.or([], () => row.json('attachments', attachmentList)),
    asking: row.or(null, () => row.optionalJson('asking', draftSettings)),
  }),
};

/** Drafts of conversations that have not begun, one a system. */
export function createNewDrafts(
  context: {
    readonly stores: Stores;
    readonly attachments: Pick<Attachments, 'verified' | 'keep' | 'unkeep'>;
    readonly emit: Emit;
  },
  database: Database,
  inTurn: ReturnType<typeof serialQueues>,
) {
  const { stores, attachments } = context;
  /** By system: files that its draft had on the disk since the app began, whatever became of them. */
  const carried = new Map<string, Set<string>>();

  const remove = async (systemId: string): Promise<void> => {
    await database.run(
      { sql: 'DELETE FROM new_drafts WHERE system_id = ?', params: [systemId] },
      ...replaceOtherDrafts('system_id', systemId, []),
    );
  };
  async function read(systemId: string): Promise<NewDraft> {
    const row = await database.get({
      sql: 'SELECT * FROM new_drafts WHERE system_id = ?',
      params: [systemId],
    });
    const kept = row === undefined ? null : readRow(database, newDraftRows, row);
    const otherDrafts = await readOtherDrafts(database, 'system_id', systemId);
    return { ...(kept ?? { draft: '', attachments: [], asking: null }), otherDrafts };
  }
  async function write(systemId: string, now: NewDraft): Promise<void> {
    const { draft, attachments: files, otherDrafts, asking } = now;
    const isEmpty = draft === '' && files.length === 0 && otherDrafts.length === 0;
    if (isEmpty && asking === null) return remove(systemId);
    carry(systemId, files);
    await attachments.keep(files);
    await database.runAll([
      {
        sql: `INSERT OR REPLACE INTO new_drafts (system_id, draft, attachments, asking)
          VALUES (?, ?, ?, ?)`,
        params: [
          systemId,
          draft,
          JSON.stringify(files),
          asking === null ? null : JSON.stringify(asking),
        ],
      },
      ...replaceOtherDrafts('system_id', systemId, otherDrafts),
    ]);
  }
  const announce = (systemId: string, now: NewDraft, writer: string | null): void =>
    context.emit('newDraft.changed', { systemId, ...now, writer });

  function carry(systemId: string, files: readonly Attachment[]): Set<string> {
    const known = carried.get(systemId) ?? new Set();
    carried.set(systemId, known);
    for (const { hash } of files.flatMap(filesOf)) known.add(hash);
    return known;
  }

  return {
    forget: (systemId: string) => inTurn(systemId, () => remove(systemId)),
    snapshotOfNew: ({ systemId }: ParsedInput<'newDraft.snapshot'>) =>
      inTurn(systemId, async () => ({ systemId, ...(await read(systemId)), writer: null })),

    setOfNew: ({ systemId, writer, asking, ...change }: ParsedInput<'newDraft.set'>) =>
      inTurn(systemId, async () => {
        const { attachments: claimed } = change;
        const files = claimed === undefined ? undefined : await attachments.verified(claimed);
        const before = await read(systemId);
        carry(systemId, before.attachments);
        const now = { ...applyChange(before, change, files), asking: asking ?? before.asking };
        await write(systemId, now);
        // the texts are unchanged
        if (change.draft === undefined && files === undefined) return;
        announce(systemId, now, writer ?? null);
      }),

    resolveOtherOfNew: ({
      systemId,
      ...which
    }: Pick<ParsedInput<'drafts.resolveOther'>, 'systemId' | 'revision' | 'take'>) =>
      inTurn(systemId, async () => {
        const now = resolveOther(await read(systemId), which);
        await write(systemId, now);
        announce(systemId, now, null);
      }),

    forgetOfNew: ({ systemId }: ParsedInput<'newDraft.forget'>) =>
      inTurn(systemId, async () => {
        const { asking: _, ...was } = await read(systemId);
        const files = carry(systemId, was.attachments);
        await remove(systemId);
        const used = await stores.onDisk.usedFiles();
        await attachments.unkeep([...files].filter((hash) => !used.has(hash)));
        carried.delete(systemId);
        announce(systemId, { draft: '', attachments: [], otherDrafts: [], asking: null }, null);
        // text overwritten in the database file remains in its log until here
        await database.all({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)' });
        return was;
      }),
  };
}
