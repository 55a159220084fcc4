import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { picture } from '../support/files/pictures.ts';
import { demoCertificate } from '../support/worlds/demo-certificate.ts';
import { readTexts } from '../tour/texts.ts';
import {
  type Desk,
  inLanguage,
  pictureFolder,
  root,
  startDesk,
  testEnvironment,
  testSwitches,
} from './support/desk.ts';
import { sharedFolder, testFolder } from './support/shared.ts';

const t = readTexts('en');
const shared = sharedFolder();
let dataFolder: string;
let pictures: string;

beforeAll(async () => {
  dataFolder = shared.dataFolder;
  pictures = await pictureFolder('opened-files');
});

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
  const mine = join(shared.folder, 'my certificate.p12');
  await copyFile(path, mine);

  const desk = await start([mine]);
  await desk.page.getByText('my certificate.p12').first().waitFor();
  await passphraseField(desk).waitFor();
  await picture(desk.page, join(pictures, 'at-start.png'));
  // a page that is loaded again has it again
  await desk.page.reload();
  await passphraseField(desk).waitFor();
  await openWithPassphrase(desk, passphrase);
  await desk.page.getByRole('button', { name: t('certificates.preview.discard') }).click();
  await expect.poll(() => desk.page.getByRole('dialog').count()).toBe(0);

  await desk.page.evaluate("location.hash = '#/settings'");
  const second = spawn(
    inject('runtime').binary,
    [...testSwitches, root, '--data-dir', dataFolder, '.', 'my certificate.p12'],
    { cwd: shared.folder, env: testEnvironment(), stdio: 'ignore' },
  );
  expect((await once(second, 'exit'))[0]).toBe(0);
  await openWithPassphrase(desk, passphrase);
  await picture(desk.page, join(pictures, 'while-running.png'));
  await desk.page.getByRole('button', { name: t('certificates.preview.discard') }).click();

  // A file that has gone since is named, not ignored.
  const third = spawn(
    inject('runtime').binary,
    [...testSwitches, root, '--data-dir', dataFolder, join(shared.folder, 'gone.pfx')],
    { env: testEnvironment(), stdio: 'ignore' },
  );
  expect((await once(third, 'exit'))[0]).toBe(0);
  await desk.page.getByText(t('errors.file-not-read.what', { name: 'gone.pfx' })).waitFor();
  await picture(desk.page, join(pictures, 'gone.png'));
  await desk.electron.close();
});

test('a site’s system that is opened with the app fills the form, is shown, and is kept by nothing but Connect', async () => {
  const own = testFolder();
  const file = join(own, 'centre.computedesk');
  const content = {
    ...{ format: 'compute-desk-system', version: 1, name: 'Example Centre' },
    ...{
      webApi: 'https://api.centre.invalid/status/',
      texts: { en: 'Help desk: extension 1234.' },
    },
  };
  await writeFile(file, JSON.stringify(content));
  const { args, env } = inLanguage('en');
  const desk = await startDesk({ dataFolder: join(own, 'data'), args: [...args, file], env });
  const { page } = desk;
  const name = page.getByLabel(t('connect.fields.name'), { exact: true });
  await expect.poll(() => name.inputValue()).toBe('Example Centre');
  expect(await page.getByLabel(t('connect.fields.webApi')).inputValue()).toBe(
    'https://api.centre.invalid',
  );
  await page.getByText('Help desk: extension 1234.').waitFor();
  await picture(page, join(pictures, 'system.png'));
  await page.getByRole('button', { name: t('start.back'), exact: true }).click();
  await page.getByRole('heading', { name: t('start.have.question') }).waitFor();
  await desk.electron.close();
});
