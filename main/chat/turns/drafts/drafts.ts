import { type Draft, draftRevision } from '../../../../preload/contract/chat/drafts.ts';
import type { Emit, ParsedInput } from '../../../../preload/contract/index.ts';
import { serialQueues } from '../../../base/async/serial-queue.ts';
import type { Database } from '../../../base/storage/database.ts';
import type { Attachments } from '../../attachments/index.ts';
import { announceDraft, keepFiles, type Stores } from '../../conversations/index.ts';
import { applyChange, resolveOther } from './changes.ts';
import { createEdits } from './edits.ts';
import { createNewDrafts } from './new-drafts.ts';

/** Drafts: in a conversation, and before there is one (then one draft a system). */
export function createDrafts(
  context: {
    readonly stores: Stores;
    readonly attachments: Pick<Attachments, 'verified' | 'keep' | 'unkeep' | 'hold'>;
    readonly emit: Emit;
  },
  database: Database,
) {
  const { stores, attachments } = context;
  const inTurn = serialQueues();
  const { forget, resolveOtherOfNew, ...ofNew } = createNewDrafts(context, database, inTurn);

  async function ofConversation(id: string): Promise<Draft> {
    const { draft, draftAttachments: files } = await stores.of(id).conversation(id);
    return { draft, attachments: files, otherDrafts: await stores.of(id).otherDrafts(id) };
  }

  /** Keeps another window's text of a message beside the draft; of successive versions only the last. */
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
    ...ofNew,
    putAside,
    forget,

    set: ({ id, writer, ...change }: ParsedInput<'drafts.set'>) =>
      inTurn(id, async () => {
        const { attachments: claimed } = change;
        const files =
          claimed === undefined ? undefined : await keepFiles({ attachments }, id, claimed);
        await stores.of(id).setDraft(id, applyChange(await ofConversation(id), change, files));
        await announceDraft(context, id, writer ?? null);
      }),

    resolveOther({
      systemId,
      conversationId: id,
      ...which
    }: ParsedInput<'drafts.resolveOther'>): Promise<void> {
      if (id === null) return resolveOtherOfNew({ systemId, ...which });
      return inTurn(id, async () => {
        await stores.of(id).setDraft(id, resolveOther(await ofConversation(id), which));
        await announceDraft(context, id, null);
      });
    },
  };
}
