import type { Browser } from 'playwright';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import {
  conversationOf,
  preparedSystemId,
  prepareFolder,
} from '../support/files/prepared-folder.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { plain, says, startFakeGenai } from '../support/servers/fake-genai.ts';
import {
  type Chat,
  followsEnd,
  goesOnWithOne,
  keepsReading,
  showsWhatIsSent,
  threadOf,
  turnsWheel,
} from '../support/thread/scrolling.ts';
import { callOf } from './support/page-calls.ts';
import { openWindow } from './support/window.ts';

const seeds = Number(process.env.SCROLL_SEEDS ?? 5);
const firstSeed = Number(process.env.SCROLL_SEED ?? 1);

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A conversation of so many messages, open. */
async function openChat(count: number): Promise<Chat> {
  const fake = await startFakeGenai();
  onTestFinished(() => fake.close());
  fake.models = plain(200, {
    object: 'list',
    data: ['alpha3.6-35b', 'gamma-5.3'].map((id) => ({ id })),
  });
  const folder = testFolder();
  prepareFolder(folder, fake.url, conversationOf('read', count));
  const app = await startApp({ dataFolder: folder });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'chat-scrolling' });
  const { page, goTo } = window;
  await goTo('chat');
  await callOf(page, 'vault.setPassphrase', { passphrase: 'of this test' });
  await callOf(page, 'genai.addKey', {
    systemId: preparedSystemId,
    name: 'p',
    key: 'sk-0000000000001111',
  });
  await page.evaluate(() => {
    location.hash = '#/chat/read';
  });
  await threadOf(window)
    .getByText(/^Question/)
    .last()
    .waitFor();
  return { window, fake, resize: (width, height) => page.setViewportSize({ width, height }) };
}

test.each([6, 60])(
  'of %i messages, the end is in view in every frame while it is followed, whatever the answer and the size',
  async (count) => {
    const chat = await openChat(count);
    for (let at = 0; at < seeds; at += 1) await followsEnd(chat, firstSeed + at);
  },
  patience(240_000),
);

test.each([6, 60])(
  'of %i messages, nothing that is read moves in any frame while an answer grows and ends',
  async (count) => {
    const chat = await openChat(count);
    for (let at = 0; at < seeds; at += 1) await keepsReading(chat, firstSeed + at);
  },
  patience(240_000),
);

test.each([
  [30, 1],
  [60, 1],
  [30, 6],
  [60, 6],
])(
  'of %i messages, the wheel moves what is read by as much as it is turned, on a computer %i times slower',
  async (count, rate) => {
    for (let seed = firstSeed; seed < firstSeed + 3; seed += 1) {
      const chat = await openChat(count);
      const { page } = chat.window;
      await chat.resize(760 + 90 * seed, 480 + 100 * seed);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      await turnsWheel(chat, seed);
      await page.close();
    }
  },
  patience(120_000),
);

test.each([6, 60])(
  'of %i messages, what is sent from a place above is in view',
  async (count) => {
    const chat = await openChat(count);
    for (let at = 0; at < 3; at += 1) await showsWhatIsSent(chat, firstSeed + at);
  },
  patience(120_000),
);

test(
  'an answer that is gone on with stays where it is',
  async () => {
    const chat = await openChat(6);
    const { page } = chat.window;
    chat.fake.queue(says('One answer.'), says('Another answer.'));
    await callOf(page, 'chat.send', {
      conversationId: 'read',
      text: 'Compare them',
      models: ['alpha3.6-35b', 'gamma-5.3'],
    });
    await threadOf(chat.window).getByText('Compare them').waitFor();
    await goesOnWithOne(chat);
  },
  patience(120_000),
);
