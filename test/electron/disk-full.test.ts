import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { expectAccessible } from '../support/axe.ts';
import { preparedSystemId, prepareFolder } from '../support/files/prepared-folder.ts';
import { patience } from '../support/patience.ts';
import { smallDisk, whyNoSmallDisk } from '../support/processes/small-disk.ts';
import { begin, delta, gate, startFakeGenai } from '../support/servers/fake-genai.ts';
import { callOf, type Desk, startDesk } from './support/desk.ts';

interface Opened {
  readonly messages: readonly { readonly content: string; readonly state: string }[];
  readonly unsaved: readonly unknown[];
}

const reason = whyNoSmallDisk();
const needs = reason === null ? '' : ` [not run: ${reason}]`;
const passphrase = 'a passphrase of the test';
const text = `${'words of a long answer '.repeat(10_000)}\n\nand here is its last word.`;

/** Has the question at closing answered so from now on; what was asked is noted. */
const answerQuestion = ({ electron }: Desk, chosen: 'keep open' | 'close anyway') =>
  electron.evaluate(
    ({ dialog }, answer) => {
      const noted = globalThis as { asked?: string[] };
      noted.asked ??= [];
      dialog.showMessageBoxSync = (...given: unknown[]) => {
        const { message, buttons } = given.at(-1) as { message: string; buttons: string[] };
        noted.asked?.push(`${message} ${buttons.join(', ')}`);
        return answer;
      };
    },
    chosen === 'keep open' ? 0 : 1,
  );

const asked = ({ electron }: Desk) =>
  electron.evaluate(() => (globalThis as { asked?: readonly string[] }).asked ?? []);

const closeWindow = ({ electron }: Desk) =>
  electron.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
  });

/** The app on a disk that gets full as an answer arrives, so that all of the answer but its begin is unsaved. */
async function deskWithUnsaved() {
  const disk = smallDisk(128);
  const dataFolder = join(disk.folder, 'data');
  mkdirSync(dataFolder, { mode: 0o700 });
  const fake = await startFakeGenai();
  onTestFinished(() => fake.close());
  prepareFolder(dataFolder, fake.url);
  const desk = await startDesk({ dataFolder });
  // nothing is left to ask about, however the test ended
  const started = desk.electron.process();
  onTestFinished(() => void started.kill('SIGKILL'));
  await answerQuestion(desk, 'keep open');
  const call = callOf(desk);
  await call('vault.setPassphrase', { passphrase });
  const key = { systemId: preparedSystemId, name: 'project', key: 'sk-first-0000000000001111' };
  await call('genai.addKey', key);
  const window = inWindow(desk.page, 'electron/disk-full');
  const { page, t } = window;
  await window.goTo('chat');
  const opened = gate();
  fake.queue(async (response) => {
    begin(response);
    delta(response, { content: 'It begins. ' });
    await opened.opened;
    delta(response, { content: text }, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await page.getByRole('textbox', { name: t('chat.composer.label'), exact: true }).fill('Tell all');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('It begins.').waitFor();
  disk.fill();
  opened.open();
  const why = { what: t('errors.disk-full.what'), next: t('errors.disk-full.next') };
  const notSaved = page.getByText(t('chat.notSavedYet', why));
  await notSaved.waitFor();
  await page
    .getByRole('button', { name: t('chat.composer.stop'), exact: true })
    .waitFor({ state: 'detached', timeout: patience(60_000) });
  const [listed] = await call<{ id: string }[]>('conversations.snapshot', {
    systemId: preparedSystemId,
  });
  const open = (of: Desk) => callOf(of)<Opened>('conversations.open', { id: listed?.id });
  return { disk, dataFolder, desk, window, notSaved, open };
}

test.skipIf(reason !== null)(
  `disk full: an answer is shown as not saved yet, closing asks first, it is saved when there is room, and is there after a restart${needs}`,
  async () => {
    const { disk, dataFolder, desk, window, notSaved, open } = await deskWithUnsaved();
    const { page, t } = window;
    await window.picture('not-saved-yet');
    await expectAccessible(page, 'not saved yet');

    // who stays keeps the window, and is told the way on
    await closeWindow(desk);
    await expect
      .poll(() => asked(desk))
      .toEqual(['Not everything is saved Keep Open, Close Anyway']);
    const warning = page.getByRole('dialog', { name: t('frame.unsaved.title') });
    await warning.waitFor();
    await window.picture('asked-before-closing');
    await expectAccessible(page, 'asked before closing');
    await page.keyboard.press('Escape');
    await warning.waitFor({ state: 'detached' });

    const whole = { state: 'complete', content: `It begins. ${text}` };
    expect((await open(desk)).messages.at(-1)).toMatchObject(whole);
    disk.empty();
    await notSaved.waitFor({ state: 'detached', timeout: patience(30_000) });
    // saved, it closes without a question
    const ended = once(desk.electron.process(), 'exit');
    expect(await asked(desk)).toHaveLength(1);
    await closeWindow(desk).catch(() => undefined);
    expect((await ended)[0]).toBe(0);

    const again = await startDesk({ dataFolder });
    onTestFinished(() => again.electron.close());
    await callOf(again)('vault.unlock', { passphrase });
    const { messages, unsaved } = await open(again);
    expect(unsaved).toEqual([]);
    expect(messages.at(-1)).toMatchObject(whole);
  },
);

test.skipIf(reason !== null)(
  `disk full: who closes all the same closes the window, and the app ends${needs}`,
  async () => {
    const { desk } = await deskWithUnsaved();
    await answerQuestion(desk, 'close anyway');
    const ended = once(desk.electron.process(), 'exit');
    await closeWindow(desk).catch(() => undefined);
    expect((await ended)[1]).toBeNull();
  },
);
