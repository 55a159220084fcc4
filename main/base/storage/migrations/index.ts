import { chat } from './conversations/0002-chat.ts';
import { conversations } from './conversations/0006-conversations.ts';
import { search } from './conversations/0009-search.ts';
import { newDrafts } from './conversations/0011-new-drafts.ts';
import { attachments } from './conversations/0013-attachments.ts';
import { recovery } from './conversations/0014-recovery.ts';
import { attachedTexts } from './conversations/0015-attached-texts.ts';
import { searchAnew } from './conversations/0016-search-anew.ts';
import { queuedBranches } from './conversations/0018-queued-branches.ts';
import { leftOutQuestions } from './conversations/0019-left-out.ts';
import { answers } from './conversations/0020-answers.ts';
import { messagesByDepth } from './conversations/0022-messages-by-depth.ts';
import { edits } from './conversations/0023-edits.ts';
import { sentRequests } from './conversations/0024-sent-requests.ts';
import { otherDrafts } from './conversations/0027-other-drafts.ts';
import { queuedEdits } from './conversations/0033-queued-edits.ts';
import { askingOfNew } from './conversations/0036-asking-of-new.ts';
import { queuedModels } from './conversations/0037-queued-models.ts';
import { editedAnswers } from './conversations/0042-edited-answers.ts';
import { genaiUsage } from './genai/0007-genai-usage.ts';
import { tools } from './genai/0010-tools.ts';
import { promptsAndPortals } from './genai/0012-prompts-and-portals.ts';
import { tokenizers } from './genai/0017-tokenizers.ts';
import { ownServices } from './genai/0040-own-services.ts';
import { toolServers } from './genai/0047-tool-servers.ts';
import { toolSignIns } from './genai/0051-tool-sign-ins.ts';
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
import { calendarZones } from './machines/0038-calendar-zones.ts';
import { systemsAndSecrets } from './systems/0001-systems-and-secrets.ts';
import { clients } from './systems/0004-clients.ts';
import { signIn } from './systems/0005-sign-in.ts';
import { clientWays } from './systems/0008-client-ways.ts';
import { connections } from './systems/0034-connections.ts';
import { laterCertificates } from './systems/0039-later-certificates.ts';
import { typedBases } from './systems/0041-typed-bases.ts';
import { reasoningControls } from './systems/0043-reasoning-controls.ts';
import { jobs } from './work/0044-jobs.ts';
import { programs } from './work/0045-programs.ts';
import { apiConsole } from './work/0046-api-console.ts';
import { consoleDrafts } from './work/0048-console-drafts.ts';
import { programConversations } from './work/0049-program-conversations.ts';
import { jobDrafts } from './work/0050-job-drafts.ts';

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
  askingOfNew,
  queuedModels,
  calendarZones,
  laterCertificates,
  ownServices,
  typedBases,
  editedAnswers,
  reasoningControls,
  jobs,
  programs,
  apiConsole,
  toolServers,
  consoleDrafts,
  programConversations,
  jobDrafts,
  toolSignIns,
];
