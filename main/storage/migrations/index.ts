import { systemsAndSecrets } from './0001-systems-and-secrets.ts';
import { chat } from './0002-chat.ts';
import { clients } from './0004-clients.ts';
import { signIn } from './0005-sign-in.ts';
import { conversations } from './0006-conversations.ts';
import { genaiUsage } from './0007-genai-usage.ts';
import { clientWays } from './0008-client-ways.ts';
import { search } from './0009-search.ts';
import { tools } from './0010-tools.ts';
import { newDrafts } from './0011-new-drafts.ts';
import { promptsAndPortals } from './0012-prompts-and-portals.ts';
import { attachments } from './0013-attachments.ts';
import { recovery } from './0014-recovery.ts';
import { attachedTexts } from './0015-attached-texts.ts';
import { searchAnew } from './0016-search-anew.ts';
import { tokenizers } from './0017-tokenizers.ts';
import { queuedBranches } from './0018-queued-branches.ts';
import { leftOutQuestions } from './0019-left-out.ts';
import { answers } from './0020-answers.ts';
import { messagesByDepth } from './0022-messages-by-depth.ts';
import { edits } from './0023-edits.ts';
import { sentRequests } from './0024-sent-requests.ts';
import { otherDrafts } from './0027-other-drafts.ts';
import { queuedEdits } from './0033-queued-edits.ts';
import { machines } from './machines/0003-machines.ts';
import { machineHistory } from './machines/0021-machine-history.ts';
import { historyOrigins } from './machines/0025-history-origins.ts';
import { machineChoices } from './machines/0026-machine-choices.ts';
import { incidentNotes } from './machines/0028-incident-notes.ts';
import { polling } from './machines/0029-polling.ts';
import { machineNotices } from './machines/0030-machine-notices.ts';
import { maintenance } from './machines/0031-maintenance.ts';
import { machineGroups } from './machines/0032-machine-groups.ts';
import { unnamedEvents } from './machines/0035-unnamed-events.ts';
import { connections } from './systems/0034-connections.ts';

/** In order; the n-th (from 1) brings the database to version n. A landed one never changes. */
export const migrations: readonly string[] = [
  systemsAndSecrets,
  chat,
  machines,
  clients,
  signIn,
  conversations,
  genaiUsage,
  clientWays,
  search,
  tools,
  newDrafts,
  promptsAndPortals,
  attachments,
  recovery,
  attachedTexts,
  searchAnew,
  tokenizers,
  queuedBranches,
  leftOutQuestions,
  answers,
  machineHistory,
  messagesByDepth,
  edits,
  sentRequests,
  historyOrigins,
  machineChoices,
  otherDrafts,
  incidentNotes,
  polling,
  machineNotices,
  maintenance,
  machineGroups,
  queuedEdits,
  connections,
  unnamedEvents,
];
