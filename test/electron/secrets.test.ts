import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { wholeStringsFlag } from '../support/secrets-search.ts';
import { findsNoSecrets } from '../tour/no-secrets.ts';
import { startDemoPlace } from './support/demo-place.ts';

import { openSessionDesk } from './support/session-desk.ts';
import { testFolder } from './support/shared.ts';

test('after the tour no secret lies in clear in the data folder, the log, what main printed, or the page’s memory', async () => {
  const folder = testFolder();
  const place = await startDemoPlace();
  onTestFinished(() => place.close());
  const desk = await openSessionDesk({ folder, name: 'secrets', args: [wholeStringsFlag] });
  onTestFinished(() => desk.electron.close());
  let printed = '';
  for (const stream of [desk.electron.process().stdout, desk.electron.process().stderr]) {
    stream?.on('data', (data: Buffer) => {
      printed += data.toString('latin1');
    });
  }
  await findsNoSecrets({
    window: inWindow(desk.page, 'electron/secrets'),
    steps: desk,
    place,
    dataFolder: join(folder, 'data'),
    printed: () => printed,
    async signIn() {
      const provider = await desk.openProvider();
      await provider.getByRole('button', { name: 'Continue' }).click();
    },
    end: () => desk.electron.close(),
  });
});
