import { ofCertificates } from './certificates.ts';
import { byCommand, ofConversations, ofMessages } from './chat.ts';
import { ofClients } from './clients.ts';
import { ofConsole } from './console.ts';
import { ofFiles } from './files.ts';
import { ofJobs } from './jobs.ts';
import { ofMachines } from './machines.ts';
import { menus, tooltips } from './menus.ts';
import { ofPrograms } from './programs.ts';
import { ofSettings, ofVault } from './settings.ts';
import { ofDoctor, ofSession } from './told.ts';
import { ofTools } from './tools.ts';
import type { Walk } from './world.ts';

/** Every dialog and sheet, in the order in which one app goes through them. */
export const dialogWalks: readonly Walk[] = [
  ...byCommand,
  ...ofConversations,
  ...ofMessages,
  ...ofMachines,
  ...ofFiles,
  ...ofJobs,
  ...ofPrograms,
  ...ofConsole,
  ...ofTools,
  ...ofCertificates,
  ...ofClients,
  ...ofSession,
  ...ofDoctor,
  ...ofVault,
  ...ofSettings,
];

/** What has a test of its own beside them: it takes the keys in its own way. */
export const ownWalks = [
  'app/palette/PaletteDialog.tsx Dialog.Content',
  'features/chat/models/ModelMenu.tsx Popover.Content',
  'features/chat/prompts/usePromptMenu.tsx listbox',
] as const;

/** What cannot be opened here, and why. */
export const notWalked: Readonly<Record<string, string>> = {
  'features/work/jobs/list/CancelDialog.tsx alertdialog':
    'It is the role of the dialog in the same file, which is walked.',
  'features/work/console/request/SendDialog.tsx alertdialog':
    'It is the role of the dialog in the same file, which is walked.',
  'features/work/console/import/ReplaceDialog.tsx Dialog':
    'It follows the import of the same file again; test/renderer/work/console/console.test.tsx opens it.',
  'features/work/console/import/ImportReport.tsx Dialog':
    'It follows the choice of a newer file; test/renderer/work/console/console.test.tsx opens it.',
  'features/work/console/list/WarningsDialog.tsx Dialog':
    'The demo’s description has no mistakes; test/renderer/work/console/console.test.tsx opens it.',
  'features/work/console/answer/RecordsTable.tsx Menu':
    'It needs an answer that is a table; test/e2e/console.test.ts reads such a page.',
  'features/work/ssh/SshQuestions.tsx Dialog':
    'It shows what ssh asks on the way to a login node; test/renderer/work/ssh.test.tsx opens it.',
  'features/work/ssh/SshQuestions.tsx alertdialog': 'It is the role of that dialog.',
  'features/machines/machines/bars/BarReader.tsx Tooltip':
    'What it shows is the value of the bar, which has the focus: the page of the machines is read in access.test.ts.',
  'features/chat/conversations/transfer/usePrint.tsx Dialog':
    'Only the web host has it: Electron prints by the system’s own dialog (main answers `opens` there alone).',
};

/** The places that are walked in Electron; one may be there more than once. */
export function walkedSites(): string[] {
  const walks = [...dialogWalks, ...menus, ...tooltips];
  return [...walks.map(({ site }) => site), ...ownWalks];
}
