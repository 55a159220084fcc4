import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { demoCertificate } from '../support/demo-certificate.ts';
import { picture } from '../support/pictures.ts';
import { readTexts } from '../tour/texts.ts';
import {
  type Desk,
  inLanguage,
  pictureFolder,
  removeFolder,
  root,
  startDesk,
  temporaryFolder,
  testEnvironment,
  testSwitches,
} from './support/desk.ts';

const t = readTexts('en');
let folder: string;
let dataFolder: string;
let pictures: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dataFolder = join(folder, 'data');
  pictures = await pictureFolder('opened-files');
});
afterAll(() => removeFolder(folder));

function start(args: readonly string[] = []): Promise<Desk> {
  const english = inLanguage('en');
  return startDesk({ dataFolder, args: [...english.args, ...args], env: english.env });
}

const passphraseField = ({ page }: Desk) =>
  page.getByLabel(t('certificates.passphrase.label'), { exact: true });

/** Types the passphrase of the dialog that has opened by itself, and sees what is in the file. */
async function openWithPassphrase(desk: Desk, passphrase: string): Promise<void> {
  await passphraseField(desk).fill(passphrase);
  await desk.page
    .getByRole('button', { name: t('certificates.passphrase.open'), exact: true })
    .click();
  await desk.page
    .getByRole('dialog')
    .getByText(t('certificates.facts.fingerprint'))
    .first()
    .waitFor();
}

test('a certificate file that is opened with the app is imported: at its start, and while it runs', async () => {
  const first = await start();
  await first.page.getByRole('button', { name: t('start.demo.title') }).click();
  await first.page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
  await first.electron.close();
  const { path, passphrase } = demoCertificate(dataFolder);
  const mine = join(folder, 'my certificate.p12');
  await copyFile(path, mine);

  const desk = await start([mine]);
  await desk.page.getByText('my certificate.p12').first().waitFor();
  await passphraseField(desk).waitFor();
  await picture(desk.page, join(pictures, 'at-start.png'));
  await openWithPassphrase(desk, passphrase);
  await desk.page.getByRole('button', { name: t('certificates.preview.discard') }).click();
  await expect.poll(() => desk.page.getByRole('dialog').count()).toBe(0);

  await desk.page.evaluate("location.hash = '#/settings'");
  const second = spawn(
    inject('runtime').binary,
    [...testSwitches, root, '--data-dir', dataFolder, '.', 'my certificate.p12'],
    { cwd: folder, env: testEnvironment(), stdio: 'ignore' },
  );
  expect((await once(second, 'exit'))[0]).toBe(0);
  await openWithPassphrase(desk, passphrase);
  await picture(desk.page, join(pictures, 'while-running.png'));
  await desk.page.getByRole('button', { name: t('certificates.preview.discard') }).click();

  // A file that has gone since is named, not ignored.
  const third = spawn(
    inject('runtime').binary,
    [...testSwitches, root, '--data-dir', dataFolder, join(folder, 'gone.pfx')],
    { env: testEnvironment(), stdio: 'ignore' },
  );
  expect((await once(third, 'exit'))[0]).toBe(0);
  await desk.page.getByText(t('errors.file-not-read.what', { name: 'gone.pfx' })).waitFor();
  await picture(desk.page, join(pictures, 'gone.png'));
  await desk.electron.close();
});
