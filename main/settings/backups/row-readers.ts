import type { RowReader } from '../../base/storage/rows/index.ts';
import { chatRows, partRows, sentRows } from '../../chat/conversations/index.ts';
import { presetRows } from '../../chat/presets/index.ts';
import { promptRows } from '../../chat/prompts/index.ts';
import {
  keyRows,
  modelListRows,
  portalRows,
  tokenizerRows,
  usageRows,
} from '../../chat/service/index.ts';
import { toolServerRows } from '../../chat/tool-servers/index.ts';
import { approvalRows, permissionRows } from '../../chat/tools/index.ts';
import { newDraftRows } from '../../chat/turns/index.ts';
import { choiceRows, meaningRows, pollingRows, viewRows } from '../../machines/choices/index.ts';
import { historyRows } from '../../machines/history/index.ts';
import { calendarRows, dateRows, windowRows } from '../../machines/maintenance/index.ts';
import { checkRows, machineRows } from '../../machines/monitor/index.ts';
import { notificationRows, ruleRows, subjectRows } from '../../machines/notifications/index.ts';
import { certificateRows } from '../../systems/certificates/index.ts';
import { clientRows, clientSettingsRows } from '../../systems/clients/index.ts';
import { connectionRows } from '../../systems/connections/index.ts';
import { systemRows } from '../../systems/list/index.ts';
import { signInRows } from '../../systems/sign-in/index.ts';
import { consoleRows } from '../../work/console/index.ts';
import { draftRows as jobDraftRows, jobRows, submissionRows } from '../../work/jobs/index.ts';
import { listenerRows, programCallRows, programRows } from '../../work/programs/index.ts';

/** Values of these are texts or bytes with any content. */
const plain = (table: string, texts: readonly string[], called?: string): RowReader<unknown> => ({
  table,
  ...(called !== undefined && { called }),
  read: (row) => texts.map((column) => row.text(column)),
});

/** How the start and the screens read each table: a restore reads a whole backup with them. */
export const rowReaders: readonly RowReader<unknown>[] = [
  systemRows,
  connectionRows,
  signInRows,
  clientSettingsRows,
  portalRows,
  choiceRows,
  pollingRows,
  viewRows,
  meaningRows,
  ruleRows,
  calendarRows,
  dateRows,
  windowRows,
  modelListRows,
  tokenizerRows,
  presetRows,
  promptRows,
  approvalRows,
  toolServerRows,
  permissionRows,
  chatRows.folderRows,
  chatRows.conversationRows,
  chatRows.messageRows,
  chatRows.editRows,
  chatRows.queuedRows,
  plain('journal', ['message_id', 'content', 'reasoning'], 'message_id'),
  partRows,
  sentRows,
  newDraftRows,
  plain('other_drafts', ['text']),
  historyRows.machineRows,
  historyRows.statusRows,
  { ...historyRows.changeRows, read: (row) => [row.time('at'), row.count('status_id')] },
  historyRows.fieldRows,
  historyRows.dayRows,
  historyRows.foldRows,
  historyRows.originRows,
  historyRows.spanRows,
  historyRows.noteRows,
  machineRows,
  checkRows,
  notificationRows,
  subjectRows,
  jobRows,
  submissionRows,
  jobDraftRows,
  programCallRows,
  ...consoleRows,
  usageRows,
  certificateRows(0),
  keyRows,
  clientRows,
  programRows,
  listenerRows,
  { table: 'secrets', called: 'name', read: (row) => [row.word('name'), row.bytes('sealed')] },
];
