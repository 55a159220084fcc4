import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { pressAllowed } from '../e2e/support/permission.ts';
import { inWindow } from '../e2e/support/window.ts';
import { answersAtOnce } from '../support/processes/running-app.ts';
import { inTime } from '../tour/jobs.ts';
import { callOf, inLanguage } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

/** A server of tools whose tools ask for a page. */
const program = fileURLToPath(new URL('../support/servers/tool-server.mjs', import.meta.url));

test('a tool of a server runs once it is permitted, and the page that it asks for can be refused', async () => {
  const desk = await openDesk({
    dataFolder: testFolder(),
    ...inLanguage('ja'),
    env: { ...inLanguage('ja').env, ...answersAtOnce },
  });
  await callOf(desk)('systems.openDemo');
  const window = inWindow(desk.page, 'electron/tools', 'ja');
  const { page, t } = window;
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  const field = (key: string) => page.getByRole('textbox', { name: t(key) }).first();
  const sidebar = (screen: string) =>
    page.getByRole('complementary').getByRole('button', { name: t(`frame.screens.${screen}`) });

  await sidebar('tools').click();
  await button('toolServers.add').click();
  await field('toolServers.form.name').fill('notes');
  await field('toolServers.form.command').fill(process.execPath);
  await field('toolServers.form.arguments').fill(`${program}\npages`);
  await button('toolServers.form.addAndStart').click();
  const panel = page.getByRole('region', { name: t('toolServers.panel', { name: 'notes' }) });
  await panel.getByText(t('toolServers.states.running'), { exact: true }).waitFor(inTime);

  await sidebar('chat').click();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('tools.action') })
    .click();
  await page.getByRole('checkbox', { name: 'notes', exact: true }).check();
  await window.picture('switched-on');
  await page.keyboard.press('Escape');
  const address = 'https://login.example/start?for=notes';
  const message = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
  await message.fill(`Please call notes__write with “${address}”`);
  await message.press('Enter');
  const dock = page.getByRole('region', { name: t('permission.title', { name: 'write' }) });
  await dock.getByText(address).first().waitFor(inTime);
  await window.picture('permission');
  await pressAllowed(dock.getByRole('button', { name: t('permission.once') }));
  const offer = page.getByRole('region', { name: t('permission.page.title', { name: 'notes' }) });
  await offer.getByText(address).waitFor(inTime);
  await window.picture('page');
  await offer.getByRole('button', { name: t('permission.form.decline') }).click();
  await offer.waitFor({ state: 'detached' });
  const calls = page.getByRole('list', { name: t('chat.tools.title') });
  await calls.getByText(t('chat.tools.done')).waitFor(inTime);
});
