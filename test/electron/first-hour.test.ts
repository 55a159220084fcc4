import { onTestFinished, test } from 'vitest';
import { patience } from '../support/patience.ts';
import { hourWithDemo } from '../tour/first-hour.ts';
import { removeFolder, temporaryFolder } from './support/desk.ts';
import { hourInElectron } from './support/first-hour.ts';

test('the first hour with the demo alone: machines, signing in, chat, elsewhere, doctor', {
  timeout: patience(180_000),
}, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  await hourWithDemo(await hourInElectron({ folder, name: 'first-hour' }));
});
