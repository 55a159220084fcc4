import { chromium } from 'playwright';
import { onTestFinished, test } from 'vitest';
import { chromiumOptions } from '../../support/chromium.ts';
import { testFolder } from '../../support/files/folder.ts';
import { preparedSystemId, prepareFolder } from '../../support/files/prepared-folder.ts';
import { rounds } from '../../support/processes/rounds.ts';
import { startApp } from '../../support/processes/running-app.ts';
import { connectWebClient } from '../../support/servers/web-client.ts';
import { readTexts } from '../../tour/texts.ts';
import type { Stage } from './stage/play.ts';
import { type Ground, playAll, prepareGround, proveWatched } from './stage/run.ts';
import { watch } from './stage/watch.ts';

/** Without what stops requests beside the policy of contents. */
function withoutAllowlists(): ReturnType<typeof chromiumOptions> {
  const { args, ...options } = chromiumOptions();
  return { ...options, args: [...args, '--disable-features=ConnectionAllowlists'] };
}

async function openStage({ fake, trap }: Ground): Promise<Stage> {
  const dataFolder = testFolder();
  prepareFolder(dataFolder, fake.url);
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const browser = await chromium.launch(withoutAllowlists());
  onTestFinished(() => browser.close());
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    bypassCSP: true,
  });
  const page = await context.newPage();
  const { origin } = new URL(app.url);
  const watched = await watch(
    page,
    trap,
    (url) => url.startsWith(`${origin}/`) && !/\/socket\?/.test(url),
  );
  await page.goto(app.url);
  const secret = await page.waitForFunction(() => sessionStorage.getItem('compute-desk-secret'));
  const [kept = ''] = ((await secret.jsonValue()) ?? '').split('.');
  const client = await connectWebClient(app.url, kept);
  onTestFinished(() => client.close());
  // a full run is longer than the vault stays open while nobody is there
  await client.call('settings.update', { lockAfter: 0 });
  await client.call('vault.setPassphrase', { passphrase: 'of this test' });
  await client.call('genai.addKey', { systemId: preparedSystemId, name: 'project', key: 'sk-x' });
  return {
    page,
    session: await context.newCDPSession(page),
    t: readTexts('en'),
    watch: watched,
    call: (name, input) => client.call(name, input),
  };
}

test(
  'hostile answers run, ask, open and hold up nothing in Chromium',
  async () => {
    const ground = await prepareGround();
    const stage = await openStage(ground);
    await proveWatched(stage, ground.trap, { leaves: true });
    await playAll('Chromium', stage, ground.payloads);
  },
  rounds(600_000, 5_400_000),
);
