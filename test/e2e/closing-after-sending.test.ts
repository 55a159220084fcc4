import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { keptIn } from '../support/files/kept-message.ts';
import {
  conversationOf,
  preparedSystemId,
  prepareFolder,
} from '../support/files/prepared-folder.ts';
import { seeded } from '../support/files/seeded.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { plain, startFakeGenai } from '../support/servers/fake-genai.ts';
import { callOf } from './support/page-calls.ts';
import { duplicate, inWindow, openWindow } from './support/window.ts';

const rounds = Number(process.env.CLOSE_ROUNDS ?? 20);
const seed = Number(process.env.CLOSE_SEED ?? Date.now() % 1e9);
/** Milliseconds after Enter within which the tab is closed, most of them early. */
const latest = 1_500;

type Sent = { readonly name: string; readonly bytes: string } | null;

test(
  `a message whose tab is closed at one of ${rounds} random moments after sending is kept, with its file`,
  async () => {
    console.log(`closing after sending: CLOSE_SEED=${seed}`);
    const random = seeded(seed);
    const fake = await startFakeGenai();
    onTestFinished(() => fake.close());
    fake.models = plain(200, { object: 'list', data: [{ id: 'alpha3.6-35b' }] });
    const dataFolder = testFolder();
    prepareFolder(dataFolder, fake.url, conversationOf('begun', 2));
    const app = await startApp({ dataFolder });
    onTestFinished(() => app.stop());
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const first = await openWindow({ browser, url: app.url, folder: 'closing-after-sending' });
    await first.goTo('chat');
    await callOf(first.page, 'vault.setPassphrase', { passphrase: 'of this test' });
    const key = { systemId: preparedSystemId, name: 'p', key: 'sk-0000000000001111' };
    await callOf(first.page, 'genai.addKey', key);
    const sent: { text: string; file: Sent; what: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { page, t } = inWindow(await duplicate(first.page), 'closing-after-sending');
      const hash = round % 4 < 2 ? '#/chat' : '#/chat/begun';
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      const field = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
      await field.waitFor();
      const text = `Do not lose ${round} of ${seed}`;
      const file =
        round % 2 === 0 ? null : { name: `notes-${round}.txt`, bytes: `${text}\n`.repeat(5_000) };
      if (file !== null) {
        const path = join(testFolder(), file.name);
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
      await field.press('Enter');
      const moment = Math.round(random() ** 2 * latest);
      await rest(moment);
      await page.close();
      const what = `round ${round}, closed after ${moment} ms, CLOSE_SEED=${seed}`;
      sent.push({ text, file, what });
    }
    // The app keeps its database to itself while it runs.
    await browser.close();
    await app.stop();
    const places = sent.map(({ text, file, what }) => {
      const place = keptIn(dataFolder, text, file);
      expect(place, what).not.toBeNull();
      return place;
    });
    console.log(`kept as ${[...new Set(places)].join(', ')}`);
  },
  patience(rounds * 8_000),
);
