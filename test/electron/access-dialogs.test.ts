import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandId, commandOf } from '../../renderer/kit/commands/declared.ts';
import { inWindow, type Window } from '../e2e/support/window.ts';
import { conversationFile } from '../support/files/paper.ts';
import { heardOf, namelessIn } from './support/access-tree.ts';
import { callOf, type Desk, inLanguage, startDesk } from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

/** What opens a dialog or a sheet from the palette. */
const inDialogs: readonly CommandId[] = [
  ...(['shortcuts', 'support', 'session', 'doctor', 'remove-system'] as const),
  ...(['create-client', 'client-places', 'tree', 'rename', 'organise'] as const),
  ...(['export', 'export-all', 'prompts', 'tools', 'keys', 'usage', 'elsewhere'] as const),
  ...(['several-models', 'model', 'parameters'] as const),
];

const shared = sharedFolder();

describe.each(['en', 'ja'] as const)('a screen reader in %s', (language) => {
  let desk: Desk;
  let window: Window;
  let conversation: string;

  beforeAll(async () => {
    const { args, env } = inLanguage(language);
    desk = await startDesk({
      dataFolder: shared.freshData(),
      // a screen reader turns this on
      args: [...args, '--force-renderer-accessibility'],
      env,
    });
    window = inWindow(desk.page, `electron/access-${language}`, language);
    const call = callOf(desk);
    await call('systems.openDemo');
    const { selectedId } = await call<{ selectedId: string }>('systems.snapshot');
    const { bytes } = conversationFile('Kept', ['A question', 'An answer', 'Another', 'Again']);
    const given = `{ systemId: ${JSON.stringify(selectedId)}, bytes: new Uint8Array(${JSON.stringify([...bytes])}) }`;
    const { value } = await desk.page.evaluate<{ value: { ids: string[] } }>(
      `computeDesk.invoke('conversations.importFile', ${given})`,
    );
    conversation = `#/chat/${value.ids[0]}`;
  });
  afterAll(() => desk?.electron.close());

  async function run(id: CommandId): Promise<void> {
    const { page, t } = window;
    await page.evaluate((place) => {
      location.hash = place;
    }, conversation);
    await page.getByRole('heading', { level: 2, name: 'Kept' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: t('frame.palette.title') });
    const words = t(commandOf(id).text, { name: 'Demo' });
    await palette.getByPlaceholder(t('frame.palette.placeholder')).fill(words);
    await palette.getByRole('option').filter({ hasText: words }).first().click();
    await palette.waitFor({ state: 'hidden' });
  }

  test.each(inDialogs)('hears a name for everything in what %s opens', async (id) => {
    const { page } = window;
    await run(id);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.first().waitFor();
    await dialog.first().getByRole('button').first().waitFor();
    const heard = await heardOf(page);
    expect(namelessIn(heard)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.first().waitFor({ state: 'hidden' });
  });
});
