import { join } from 'node:path';
import type { CommandId } from '../../../../renderer/kit/commands/declared.ts';
import {
  answerChooser,
  byPalette,
  choose,
  composerOf,
  press,
  showConversation,
  tell,
  type Walk,
  type World,
} from './world.ts';

/** What a command opens over the conversation. */
function command(id: CommandId, site: string, name: string, role?: 'alertdialog'): Walk {
  return {
    site,
    ...(role && { role }),
    open: byPalette(id),
    name: (t, { systemName }) => t(name, { name: systemName }),
  };
}

const features = 'features/';

export const byCommand: readonly Walk[] = [
  command('shortcuts', 'app/ShortcutsDialog.tsx Dialog', 'frame.shortcuts.title'),
  command('support', `${features}settings/support/SupportDialog.tsx Dialog`, 'support.dialogTitle'),
  command('session', `${features}systems/session/SessionSheet.tsx SideSheet`, 'session.title'),
  command('doctor', `${features}systems/doctor/DoctorDialog.tsx Dialog`, 'doctor.title'),
  command(
    'remove-system',
    `${features}systems/systems/RemoveSystemDialog.tsx ConfirmDialog`,
    'start.remove.title',
    'alertdialog',
  ),
  command(
    'tree',
    `${features}chat/conversations/tree/TreeDialog.tsx Dialog`,
    'conversations.tree.title',
  ),
  command(
    'rename',
    `${features}chat/conversations/list/RenameDialog.tsx NameDialog`,
    'chat.renameTitle',
  ),
  command(
    'organise',
    `${features}chat/conversations/list/OrganiseDialog.tsx Dialog`,
    'chat.organise.title',
  ),
  command(
    'export',
    `${features}chat/conversations/transfer/ExportDialog.tsx Dialog`,
    'conversations.transfer.exportTitle',
  ),
  command('prompts', `${features}chat/prompts/PromptLibrary.tsx Dialog`, 'prompts.title'),
  {
    site: 'features/chat/tools/ToolsButton.tsx Popover.Content',
    name: (t) => t('tools.title'),
    async open(world) {
      await showConversation(world);
      return press(world, 'tools.action', world.page.getByRole('main'));
    },
  },
  command('keys', `${features}chat/keys/ApiKeysDialog.tsx Dialog`, 'chat.keys.title'),
  command('usage', `${features}chat/usage/UsageDialog.tsx Dialog`, 'chat.usage'),
  command(
    'elsewhere',
    `${features}systems/elsewhere/ElsewhereDialog.tsx Dialog`,
    'elsewhere.title',
  ),
  command(
    'several-models',
    `${features}chat/models/ModelsDialog.tsx Dialog`,
    'conversations.several.title',
  ),
  command(
    'parameters',
    `${features}chat/models/ParametersSheet.tsx SideSheet`,
    'chat.parameters.title',
  ),
];

const listMenu = ({ page, t }: World) =>
  page.getByRole('button', { name: t('conversations.list.more'), exact: true });

/** An export of another program that names a file which is not in it. */
const withoutItsFile = JSON.stringify([
  {
    title: 'From elsewhere',
    create_time: 1_700_000_000,
    update_time: 1_700_000_000,
    current_node: 'a',
    mapping: {
      a: {
        parent: null,
        message: {
          author: { role: 'user' },
          create_time: 1_700_000_000,
          content: { content_type: 'text', parts: ['a question'] },
          metadata: { attachments: [{ id: 'file-1', name: 'lost.txt' }] },
        },
      },
    },
  },
]);

const json = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

async function openImport(world: World) {
  await showConversation(world);
  return choose(world, listMenu(world), 'conversations.transfer.import');
}

async function openKeyMenu(world: World) {
  const { page, t } = world;
  const dialog = page.getByRole('dialog', { name: t('chat.keys.title') });
  await dialog.waitFor();
  const [before = ''] = t('keys.actionsOf', { name: '|' }).split('|');
  return dialog.getByRole('button', { name: before }).first();
}

export const ofConversations: readonly Walk[] = [
  {
    site: 'features/chat/conversations/list/ListDialogs.tsx NameDialog',
    name: (t) => t('conversations.list.newFolderTitle'),
    async open(world) {
      await showConversation(world);
      return choose(world, listMenu(world), 'conversations.list.newFolder');
    },
  },
  {
    site: 'features/chat/conversations/list/GroupRows.tsx NameDialog',
    name: (t) => t('chat.folder.renameTitle'),
    async open(world) {
      const { page, t, systemId } = world;
      await showConversation(world);
      const { id } = await world.call<{ id: string }>('folders.add', { systemId, name: 'Papers' });
      const name = t('chat.folder.actionsOf', { name: 'Papers' });
      await page.locator(`[data-row="${id}"]`).waitFor();
      return choose(world, page.getByRole('button', { name }), 'chat.folder.rename');
    },
    async after({ call, systemId }) {
      const { folders } = await call<{ folders: { id: string }[] }>('folders.snapshot', {
        systemId,
      });
      for (const { id } of folders) await call('folders.remove', { id });
    },
  },
  {
    site: 'features/chat/conversations/transfer/ImportDialog.tsx Dialog',
    what: 'a file to be chosen',
    name: (t) => t('conversations.transfer.importTitle'),
    open: openImport,
    fails: (dialog) =>
      dialog.locator('input[type=file]').setInputFiles(json('none.json', 'no conversation')),
  },
  {
    site: 'features/chat/conversations/transfer/ImportDialog.tsx Dialog',
    what: 'what came in',
    name: (t) => t('conversations.transfer.report.title'),
    async open(world) {
      const back = await openImport(world);
      await world.page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles(json('conversations.json', withoutItsFile));
      return back;
    },
  },
  {
    site: 'features/chat/keys/ApiKeysDialog.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t, { keyName }) => t('chat.keys.removeTitle', { name: keyName }),
    async open(world) {
      await byPalette('keys')(world);
      return choose(world, await openKeyMenu(world), 'chat.keys.remove');
    },
  },
];

const answerMenu = ({ page, t }: World) =>
  page
    .getByRole('log')
    .getByRole('button', { name: t('chat.moreForAnswer'), exact: true })
    .last();

export const ofMessages: readonly Walk[] = [
  {
    site: 'features/chat/chat/sent/SentDialog.tsx Dialog',
    name: (t) => t('chat.sent.title'),
    async open(world) {
      await showConversation(world);
      return choose(world, answerMenu(world), 'chat.sent.title');
    },
  },
  {
    site: 'markdown/address/OpenAddress.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('links.webTitle'),
    async open(world) {
      await showConversation(world);
      const link = world.page.getByRole('log').getByRole('link', { name: 'a page', exact: true });
      await link.press('Enter');
      return link;
    },
  },
  {
    site: 'attachments/detail/AttachmentDialog.tsx Dialog',
    name: () => 'notes.txt',
    async open(world) {
      const { page, t } = world;
      await showConversation(world);
      const list = page.locator('form').getByRole('list', { name: t('attachments.list') });
      const add = page.getByRole('button', { name: t('attachments.add'), exact: true }).first();
      await answerChooser(
        world,
        () => choose(world, add, 'attachments.menu.files'),
        world.file('notes.txt'),
      );
      // the button that takes it out has no words on it
      const chip = list.getByRole('button').filter({ hasText: 'notes.txt' });
      await chip.press('Enter');
      return chip;
    },
    async after({ page, t }) {
      const name = t('attachments.remove', { name: 'notes.txt' });
      await page.getByRole('button', { name, exact: true }).press('Enter');
    },
  },
  {
    site: 'attachments/FolderDialog.tsx Dialog',
    name: (t) => t('attachments.folder.title', { name: 'project' }),
    describes: { 'attachments.folder.include': 'attachments.folder.includeHint' },
    async open(world) {
      const { page, t } = world;
      await showConversation(world);
      const add = page.getByRole('button', { name: t('attachments.add'), exact: true }).first();
      return answerChooser(
        world,
        () => choose(world, add, 'attachments.menu.folder'),
        join(world.file('project')),
      );
    },
  },
  {
    site: 'features/chat/prompts/PromptLibrary.tsx Dialog',
    what: 'what a prompt asks for',
    name: () => 'Review',
    async open(world) {
      const { page, t } = world;
      await showConversation(world);
      await composerOf(world).fill('/rev');
      await page.getByRole('listbox', { name: t('prompts.title') }).waitFor();
      await page.keyboard.press('Enter');
      return composerOf(world);
    },
    after: (world) => composerOf(world).fill(''),
  },
  {
    site: 'app/UnsavedDialog.tsx Dialog',
    name: (t) => t('frame.unsaved.title'),
    async open(world) {
      await showConversation(world);
      await composerOf(world).focus();
      const problem = { code: 'disk-full', details: {}, retryable: true };
      await tell(world, 'unsaved.changed', { messages: 1, problem });
      // asked of a window that is being closed, once what was told has come to it
      await world.page.waitForFunction(
        () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
      );
      return composerOf(world);
    },
    after: (world) => tell(world, 'unsaved.changed', { messages: 0, problem: null }),
  },
];
