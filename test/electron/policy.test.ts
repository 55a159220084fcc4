import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { openSection } from '../support/settings-section.ts';
import { policyHead, writePolicy } from '../support/worlds/policy.ts';
import { callOf, inLanguage } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

const content = {
  ...policyHead,
  systems: [{ name: 'Example Centre', webApi: 'https://api.example.invalid' }],
  texts: { en: 'Help desk: extension 1234.', ja: '窓口は内線 1234 です。' },
  locks: { noKeptTokens: true, fixedProxy: true, keychainRequired: true },
};

/** Of `locks.noKeptToken`, in a file of one line. */
const whatIsWrong = (t: ReturnType<typeof inWindow>['t']): string =>
  t('fileFaults.at.field', {
    ...{ line: 1, field: 'locks.noKeptToken' },
    reason: t('fileFaults.reasons.field-unknown'),
  });

async function open(policy: unknown, language: 'en' | 'ja') {
  const folder = testFolder();
  const path = join(folder, 'policy.json');
  writePolicy(path, policy);
  const { args, env } = inLanguage(language);
  const desk = await openDesk({
    dataFolder: join(folder, 'data'),
    args: [...args, '--policy', path],
    env,
  });
  return { desk, folder, path, ...inWindow(desk.page, `electron/policy-${language}`, language) };
}

test('what a site locks is marked in Electron’s window, and refused by main whatever the window asks', async () => {
  const { desk, path, page, t, goTo, picture } = await open(content, 'ja');
  await page.getByText(content.texts.ja, { exact: true }).waitFor();
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
  await openSection(page, 'secrets');
  const setUp = page.getByRole('button', { name: t('settings.vault.setUp') });
  await setUp.waitFor();
  expect(await setUp.isDisabled()).toBe(true);
  await goTo('settings');
  await openSection(page, 'about');
  const list = page.getByRole('list', { name: t('policy.locked') });
  await list.waitFor();
  expect(await list.getByRole('listitem').count()).toBe(3);
  await page.getByText(path).first().waitFor();
  await picture('settings');
  const refused = callOf(desk)('vault.setPassphrase', { passphrase: 'correct horse' });
  await expect(refused).rejects.toThrow('locked-by-policy');
});

test('one that cannot be followed is said in Electron’s window, locks everything, and stands in the log', async () => {
  const broken = { ...content, locks: { noKeptToken: true } };
  const { desk, folder, path, page, t, goTo } = await open(broken, 'en');
  await page.getByText(t('frame.policy.broken', { place: path })).waitFor();
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
  await page.getByText(t('frame.policy.broken', { place: path })).waitFor();
  await goTo('settings');
  await openSection(page, 'about');
  await page.getByText(whatIsWrong(t)).waitFor();
  const refused = callOf(desk)('vault.setPassphrase', { passphrase: 'correct horse' });
  await expect(refused).rejects.toThrow('locked-by-policy');
  const log = readFileSync(join(folder, 'data/logs/main.log'), 'utf8');
  expect(log).toContain('policy-broken');
});
