import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import type { Emit } from '../../../preload/contract/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { Attachments } from '../attachments/index.ts';
import type { RunningTurns } from './running-turns.ts';
import { isTemporary, type Stores } from './store/index.ts';

/** State shared by the parts of this domain. */
export interface ConversationsContext {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly attachments: Pick<Attachments, 'verified' | 'keep' | 'hold' | 'take' | 'read'>;
  readonly stores: Stores;
  readonly running: RunningTurns;
  readonly emit: Emit;
  readonly now: () => Date;
}

type Announcing = Pick<ConversationsContext, 'stores' | 'emit' | 'running'>;

/** Sends the event with a conversation's current state. */
export async function announceConversation(
  { stores, emit, running }: Announcing,
  id: string,
): Promise<void> {
  emit('conversations.changed', running.summary(await stores.of(id).conversation(id)));
}

/** Sends the event with the parameters, the queue and the first message to send. */
export async function announceDetails(
  { stores, emit }: Pick<Announcing, 'stores' | 'emit'>,
  id: string,
): Promise<void> {
  const store = stores.of(id);
  const { parameters, startId, startSummary, imagesLeftOut } = await store.conversation(id);
  const queued = await store.queued(id);
  const edits = await store.edits(id);
  const unsaved = store.unsaved.of(id);
  const details = { parameters, startId, startSummary, imagesLeftOut, queued, unsaved, edits };
  emit('conversations.detailsChanged', { conversationId: id, ...details });
}

/** Sends the event with a conversation's draft. @param writer the window that wrote it */
export async function announceDraft(
  { stores, emit }: Pick<Announcing, 'stores' | 'emit'>,
  conversationId: string,
  writer: string | null,
): Promise<void> {
  const store = stores.of(conversationId);
  const { systemId, draft, draftAttachments } = await store.conversation(conversationId);
  const otherDrafts = await store.otherDrafts(conversationId);
  const now = { draft, attachments: draftAttachments, otherDrafts };
  emit('drafts.changed', { systemId, conversationId, ...now, writer });
}

/** Verifies attachments, and stores their files where the conversation itself is stored. */
export async function keepFiles(
  { attachments }: { readonly attachments: Pick<Attachments, 'verified' | 'keep' | 'hold'> },
  conversationId: string,
  claimed: readonly Attachment[],
): Promise<Attachment[]> {
  const verified = await attachments.verified(claimed);
  if (isTemporary(conversationId)) attachments.hold(verified);
  else await attachments.keep(verified);
  return verified;
}
