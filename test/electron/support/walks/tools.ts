import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright';
import {
  choose,
  composerOf,
  press,
  show,
  showConversation,
  type Walk,
  type World,
} from './world.ts';

const name = 'walked server';

/** Adds a server that is never reached, once, and opens it beside the list. */
export async function openServer(world: World): Promise<Locator> {
  const { call, page, t } = world;
  const servers = await call<{ id: string; name: string }[]>('toolServers.snapshot');
  if (!servers.some((one) => one.name === name)) {
    const target = { kind: 'http', url: 'http://127.0.0.1:9/mcp', certificate: false, headers: [] };
    const { id } = await call<{ id: string }>('toolServers.add', { name, systemId: null, target });
    await call('toolServers.stop', { id });
  }
  await show(world, 'tools');
  const panel = page.getByRole('region', { name: t('toolServers.panel', { name }) });
  if (!(await panel.isVisible())) {
    await page.locator('[data-row-button]', { hasText: name }).first().press('Enter');
    await panel.waitFor();
  }
  return panel.getByRole('button', { name: t('toolServers.more') });
}

const prompting = 'server with prompts';
const program = fileURLToPath(new URL('../../../support/servers/tool-server.mjs', import.meta.url));

/** Starts a server that has prompts, and stops it again. */
async function withPrompts({ call }: World, on: boolean): Promise<void> {
  const servers = await call<{ id: string; name: string }[]>('toolServers.snapshot');
  const target = {
    ...{ kind: 'stdio', command: process.execPath, arguments: [program, 'prompts'] },
    ...{ folder: null, environment: [] },
  };
  const { id } =
    servers.find(({ name: one }) => one === prompting) ??
    (await call<{ id: string }>('toolServers.add', { name: prompting, systemId: null, target }));
  await call(on ? 'toolServers.start' : 'toolServers.stop', { id });
}

async function openForm(world: World): Promise<Locator> {
  await show(world, 'tools');
  return press(world, 'toolServers.add');
}

export const ofTools: readonly Walk[] = [
  {
    site: 'features/chat/tools/servers/ServerForm.tsx SideSheet',
    name: (t) => t('toolServers.add'),
    open: openForm,
  },
  {
    site: 'features/chat/tools/servers/ServerForm.tsx SideSheet',
    what: 'of a server',
    name: (t) => t('toolServers.editTitle', { name }),
    open: async (world) => choose(world, await openServer(world), 'toolServers.edit'),
  },
  {
    site: 'features/chat/prompts/ServerPromptDialog.tsx Dialog',
    name: () => 'Review a file',
    async open(world) {
      await withPrompts(world, true);
      await showConversation(world);
      await composerOf(world).fill('/review a');
      await world.page.getByRole('listbox', { name: world.t('prompts.title') }).waitFor();
      await world.page.keyboard.press('Enter');
      return composerOf(world);
    },
    async after(world) {
      await composerOf(world).fill('');
      await withPrompts(world, false);
    },
  },
  {
    site: 'features/chat/tools/attach/FromServerDialog.tsx Dialog',
    name: (t) => t('toolServers.attach.title'),
    async open(world) {
      const { page, t } = world;
      await withPrompts(world, true);
      await showConversation(world);
      const add = page.getByRole('button', { name: t('attachments.add'), exact: true }).first();
      return choose(world, add, 'attachments.menu.server');
    },
    after: (world) => withPrompts(world, false),
  },
  {
    site: 'features/chat/tools/servers/ImportDialog.tsx Dialog',
    name: (t) => t('toolServers.import.title'),
    async open(world) {
      await show(world, 'tools');
      return press(world, 'toolServers.import.action');
    },
  },
  {
    site: 'features/chat/tools/servers/ServerPanel.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('toolServers.remove.title', { name }),
    open: async (world) => choose(world, await openServer(world), 'toolServers.remove.action'),
  },
];
