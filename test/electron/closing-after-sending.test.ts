import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { keptIn } from '../support/files/kept-message.ts';
import {
  conversationOf,
  preparedSystemId,
  prepareFolder,
} from '../support/files/prepared-folder.ts';
import { seeded } from '../support/files/seeded.ts';
import { patience } from '../support/patience.ts';
import { plain, startFakeGenai } from '../support/servers/fake-genai.ts';
import { callOf, inLanguage, startDesk } from './support/desk.ts';
import { testFolder } from './support/shared.ts';

const rounds = Number(process.env.CLOSE_ROUNDS ?? 20);
const seed = Number(process.env.CLOSE_SEED ?? Date.now() % 1e9);
/** Milliseconds around Enter within which the window is closed, most of them early. */
const latest = 1_000;

test(
  `a message whose window is closed at one of ${rounds} random moments after sending is kept, with its file`,
  async () => {
    console.log(`closing after sending: CLOSE_SEED=${seed}`);
    const random = seeded(seed);
    const fake = await startFakeGenai();
    onTestFinished(() => fake.close());
    fake.models = plain(200, { object: 'list', data: [{ id: 'alpha3.6-35b' }] });
    const dataFolder = testFolder();
    prepareFolder(dataFolder, fake.url, conversationOf('begun', 2));
    const folder = testFolder();
    const places = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const desk = await startDesk({ dataFolder, ...inLanguage('en') });
      const main = desk.electron.process();
      const ended = once(main, 'exit');
      onTestFinished(() => void main.kill('SIGKILL'));
      const { page, t, goTo } = inWindow(desk.page, 'electron/closing-after-sending');
      const call = callOf(desk);
      const passphrase = 'of this test';
      if (round === 0) {
        await call('vault.setPassphrase', { passphrase });
        const key = { systemId: preparedSystemId, name: 'p', key: 'sk-0000000000001111' };
        await call('genai.addKey', key);
      } else await call('vault.unlock', { passphrase });
      await goTo('chat');
      await page.evaluate(
        (to) => {
          location.hash = to;
        },
        round % 4 < 2 ? '#/chat' : '#/chat/begun',
      );
      const field = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
      await field.waitFor();
      const text = `Do not lose ${round} of ${seed}`;
      const file =
        round % 2 === 0 ? null : { name: `notes-${round}.txt`, bytes: `${text}\n`.repeat(5_000) };
      if (file !== null) {
        const path = join(folder, file.name);
        writeFileSync(path, file.bytes);
        const composer = page.locator('form').filter({ has: field });
        await composer.locator('input[data-picks=files]').setInputFiles(path);
        await composer
          .getByRole('button', { name: new RegExp(`^${file.name}`) })
          .first()
          .waitFor();
      }
      await field.fill(text);
      await page
        .getByRole('button', { name: t('chat.composer.send'), exact: true })
        .and(page.locator(':enabled'))
        .waitFor();
      const moment = Math.round(random() ** 2 * latest);
      const pressed = field.press('Enter').catch(() => 'closed before it');
      await desk.electron.evaluate(({ BrowserWindow }, ms) => {
        setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), ms);
      }, moment);
      await Promise.all([pressed, ended]);
      const what = `round ${round}, closed after ${moment} ms, CLOSE_SEED=${seed}`;
      const place = keptIn(dataFolder, text, file);
      expect(place, what).not.toBeNull();
      places.add(place ?? '');
    }
    console.log(`kept as ${[...places].join(', ')}`);
  },
  patience(30_000 + rounds * 12_000),
);
