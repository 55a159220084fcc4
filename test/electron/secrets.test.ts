import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { findSecrets, heapOf, textsBelow, wholeStringsFlag } from '../support/secrets-search.ts';
import { secretsTour } from '../tour/secrets.ts';
import { startDemoPlace } from './support/demo-place.ts';
import { removeFolder, temporaryFolder } from './support/desk.ts';
import { openSessionDesk } from './support/session-desk.ts';

test('after the tour no secret lies in clear in the data folder, the log, what main printed, or the page’s memory', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
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
  const window = inWindow(desk.page, 'electron/secrets');
  const { secrets, typed } = await secretsTour({
    window,
    steps: desk,
    place,
    async signIn() {
      const provider = await desk.openProvider();
      await provider.getByRole('button', { name: 'Continue' }).click();
    },
  });
  for (const kind of ['code', 'access_token', 'refresh_token', 'id_token']) {
    expect(secrets.filter(({ name }) => name.startsWith(kind)).length, kind).toBeGreaterThan(0);
  }

  // the search finds what is there: also at the end of a long string, and in a file
  const marker = { name: 'marker', text: typed };
  await desk.page.evaluate(`void (globalThis.planted = '${'x'.repeat(5000)}' + 'deep-${typed}')`);
  const heap = await heapOf(desk.page);
  expect(findSecrets(heap, [marker, { name: 'deep', text: `deep-${typed}` }])).toEqual([
    'marker',
    'deep',
  ]);
  expect(findSecrets(heap, secrets)).toEqual([]);

  // a failure, so that something is logged with tokens at hand
  await place.stop();
  await desk.goTo('machines');
  await desk.openSheet();
  await desk.signOut('session.signedOutHere');

  await writeFile(join(folder, 'data', 'planted'), `before ${typed} after`);
  const data = await textsBelow(join(folder, 'data'));
  expect(findSecrets(data, [marker])).toEqual(['marker']);
  expect(data.some((text) => text.includes('session-sign-out'))).toBe(true);
  expect(data.some((text) => text.includes('from-portal'))).toBe(true);
  expect(findSecrets([...data, printed], secrets)).toEqual([]);

  // nor after the end, when everything is written
  await desk.electron.close();
  expect(findSecrets([...(await textsBelow(join(folder, 'data'))), printed], secrets)).toEqual([]);
});
