import { type Attachment, filesOf } from '../../../preload/contract/chat/attachments.ts';
import { type Asking, type Draft, draftRevision } from '../../../preload/contract/chat/drafts.ts';
import type { Emit, ParsedInput } from '../../../preload/contract/index.ts';
import { parseJson } from '../../../preload/contract/json.ts';
import type { Attachments } from '../../attachments/index.ts';
import {
  announceDraft,
  keepFiles,
  readOthers,
  type StoredDraft,
  type Stores,
  writingOthers,
} from '../../conversations/index.ts';
import { inTurnBy } from '../../in-turn.ts';
import type { Database } from '../../storage/database.ts';
import { createEdits } from './edits.ts';
import { withFiles, withOther, withText } from './written.ts';

/** What is being written of a conversation that has not begun, and what it is to begin with. */
interface NewDraft extends Draft {
  readonly asking: Asking | null;
}

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
  const inTurn = inTurnBy();
  /** By system: files that its draft had on the disk since the app began, whatever became of them. */
  const carried = new Map<string, Set<string>>();

  const remove = async (systemId: string): Promise<void> => {
    await database.run(
      { sql: 'DELETE FROM new_drafts WHERE system_id = ?', params: [systemId] },
      ...writingOthers('system_id', systemId, []),
    );
  };
  async function read(systemId: string): Promise<NewDraft> {
    const row = await database.get('SELECT * FROM new_drafts WHERE system_id = ?', [systemId]);
    const files = row === undefined ? [] : (parseJson(String(row.attachments)) as Attachment[]);
    const otherDrafts = await readOthers(database, 'system_id', systemId);
    return {
      ...{ draft: String(row?.draft ?? ''), attachments: files, otherDrafts },
      asking: typeof row?.asking === 'string' ? (parseJson(row.asking) as Asking) : null,
    };
  }
  async function ofConversation(id: string): Promise<Draft> {
    const { draft, draftAttachments: files } = await stores.of(id).conversation(id);
    return { draft, attachments: files, otherDrafts: await stores.of(id).otherDrafts(id) };
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
          ...[systemId, draft, JSON.stringify(files)],
          asking === null ? null : JSON.stringify(asking),
        ],
      },
      ...writingOthers('system_id', systemId, otherDrafts),
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

  /** Keeps what another window wrote of a message beside the draft; of who goes on with such a text only the last. */
  const putAside = (id: string, text: string, over: string | undefined): Promise<void> =>
    inTurn(id, async () => {
      const before = await ofConversation(id);
      const others = before.otherDrafts.filter(
        (one) => one !== text && draftRevision(one) !== over,
      );
      await stores.of(id).setDraft(id, { ...before, otherDrafts: [...others, text] });
      await announceDraft(context, id, null);
    });

  return {
    ...createEdits(context, inTurn, putAside),
    putAside,
    forget: (systemId: string) => inTurn(systemId, () => remove(systemId)),
    snapshotOfNew: ({ systemId }: ParsedInput<'newDraft.snapshot'>) =>
      inTurn(systemId, async () => ({ systemId, ...(await read(systemId)), writer: null })),

    set: ({ id, writer, ...change }: ParsedInput<'drafts.set'>) =>
      inTurn(id, async () => {
        const { attachments: claimed } = change;
        const files =
          claimed === undefined ? undefined : await keepFiles({ attachments }, id, claimed);
        await stores.of(id).setDraft(id, changed(await ofConversation(id), change, files));
        await announceDraft(context, id, writer ?? null);
      }),

    setOfNew: ({ systemId, writer, asking, ...change }: ParsedInput<'newDraft.set'>) =>
      inTurn(systemId, async () => {
        const { attachments: claimed } = change;
        const files = claimed === undefined ? undefined : await attachments.verified(claimed);
        const before = await read(systemId);
        carry(systemId, before.attachments);
        const now = { ...changed(before, change, files), asking: asking ?? before.asking };
        await write(systemId, now);
        // the texts are as they were
        if (change.draft === undefined && files === undefined) return;
        announce(systemId, now, writer ?? null);
      }),

    resolveOther: ({
      systemId,
      conversationId: id,
      ...which
    }: ParsedInput<'drafts.resolveOther'>) =>
      inTurn(id ?? systemId, async () => {
        const settle = <D extends Draft>(before: D): D => {
          const { draft, otherDrafts } = withOther(before, which.revision, which.take);
          return { ...before, draft, otherDrafts: [...otherDrafts] };
        };
        if (id === null) {
          const now = settle(await read(systemId));
          await write(systemId, now);
          announce(systemId, now, null);
        } else {
          await stores.of(id).setDraft(id, settle(await ofConversation(id)));
          await announceDraft(context, id, null);
        }
      }),

    forgetOfNew: ({ systemId }: ParsedInput<'newDraft.forget'>) =>
      inTurn(systemId, async () => {
        const { asking: _, ...was } = await read(systemId);
        const files = carry(systemId, was.attachments);
        await remove(systemId);
        const used = await stores.kept.usedFiles();
        await attachments.unkeep([...files].filter((hash) => !used.has(hash)));
        carried.delete(systemId);
        announce(systemId, { draft: '', attachments: [], otherDrafts: [], asking: null }, null);
        // what was overwritten in the database's own file stands in its log until here
        await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
        return was;
      }),
  };
}

function changed(
  before: StoredDraft,
  { draft, over, knownFiles }: Pick<ParsedInput<'drafts.set'>, 'draft' | 'over' | 'knownFiles'>,
  files: readonly Attachment[] | undefined,
): Draft {
  const texts = draft === undefined ? before : withText(before, draft, over);
  const { attachments } = before;
  return {
    draft: texts.draft,
    otherDrafts: [...texts.otherDrafts],
    attachments: files === undefined ? [...attachments] : withFiles(attachments, files, knownFiles),
  };
}
