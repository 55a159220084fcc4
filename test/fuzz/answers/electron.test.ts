import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import {
  callOf,
  inLanguage,
  removeFolder,
  startDesk,
  temporaryFolder,
} from '../../electron/support/desk.ts';
import { preparedSystemId, prepareFolder } from '../../support/files/prepared-folder.ts';
import { rounds } from '../../support/processes/rounds.ts';
import { readTexts } from '../../tour/texts.ts';
import type { Stage } from './stage/play.ts';
import { type Ground, playAll, prepareGround, proveWatched } from './stage/run.ts';
import { watch } from './stage/watch.ts';

async function openStage({ fake, trap }: Ground): Promise<Stage> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder, { mode: 0o700 });
  prepareFolder(dataFolder, fake.url);
  const desk = await startDesk({ dataFolder, ...inLanguage('en') });
  onTestFinished(() => desk.electron.close());
  const { page } = desk;
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  const watched = await watch(page, trap, (url) => url.startsWith('app://compute-desk/'));
  await page.reload();
  const call = callOf(desk);
  // a full run is longer than the vault stays open while nobody is there
  await call('settings.update', { lockAfter: 0 });
  await call('vault.setPassphrase', { passphrase: 'of this test' });
  await call('genai.addKey', { systemId: preparedSystemId, name: 'project', key: 'sk-x' });
  return { page, session, t: readTexts('en'), watch: watched, call };
}

test(
  'hostile answers run, ask, open and hold up nothing in Electron',
  async () => {
    const ground = await prepareGround();
    const stage = await openStage(ground);
    await proveWatched(stage, ground.trap, { leaves: false });
    await playAll('Electron', stage, ground.payloads);
  },
  rounds(600_000, 5_400_000),
);
