import { inject, onTestFinished, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import {
  conversationOf,
  preparedSystemId,
  prepareFolder,
} from '../support/files/prepared-folder.ts';
import { patience } from '../support/patience.ts';
import { plain, startFakeGenai } from '../support/servers/fake-genai.ts';
import {
  type Chat,
  followsEnd,
  keepsReading,
  showsWhatIsSent,
  threadOf,
  turnsWheel,
} from '../support/thread/scrolling.ts';
import { callOf, inLanguage } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

const seeds = Number(process.env.SCROLL_SEEDS ?? 3);
const firstSeed = Number(process.env.SCROLL_SEED ?? 1);

test.each([6, 60])(
  'of %i messages, the end stays in view while it is followed, and what is read stays where it is',
  async (count) => {
    console.log(`scrolling on Electron ${inject('runtime').version}`);
    const fake = await startFakeGenai();
    onTestFinished(() => fake.close());
    fake.models = plain(200, { object: 'list', data: [{ id: 'alpha3.6-35b' }] });
    const dataFolder = testFolder();
    prepareFolder(dataFolder, fake.url, conversationOf('read', count));
    const desk = await openDesk({ dataFolder, ...inLanguage('en') });
    const window = inWindow(desk.page, 'electron/chat-scrolling');
    await window.goTo('chat');
    const call = callOf(desk);
    await call('vault.setPassphrase', { passphrase: 'of this test' });
    await call('genai.addKey', {
      systemId: preparedSystemId,
      name: 'p',
      key: 'sk-0000000000001111',
    });
    await desk.page.evaluate(() => {
      location.hash = '#/chat/read';
    });
    await threadOf(window)
      .getByText(/^Question/)
      .last()
      .waitFor();
    const chat: Chat = {
      window,
      fake,
      resize: (width, height) =>
        desk.electron.evaluate(
          ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
          [width, height] as [number, number],
        ),
    };
    if (count > 10) await turnsWheel(chat, firstSeed);
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
      await followsEnd(chat, seed);
      await keepsReading(chat, seed);
      await showsWhatIsSent(chat, seed);
    }
  },
  patience(240_000),
);
