import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openSection } from '../support/settings-section.ts';
import { policyHead, writePolicy } from '../support/worlds/policy.ts';
import { connectAnyway } from '../tour/connect.ts';
import { languagesIn } from './support/looks.ts';
import { openWindow } from './support/window.ts';

const folder = 'policy';
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const content = {
  ...policyHead,
  systems: [{ name: 'Example Centre', webApi: 'https://api.example.invalid' }],
  proxy: { kind: 'manual', address: 'http://proxy.example.invalid:3128' },
  texts: { en: 'Help desk: extension 1234.', ja: '窓口は内線 1234 です。' },
  locks: { noKeptTokens: true, noApiConsole: true, fixedProxy: true, keychainRequired: true },
};

/** Of `locks.noKeptToken`, in a file of one line. */
const whatIsWrong = (t: Awaited<ReturnType<typeof open>>['t']): string =>
  t('fileFaults.at.field', {
    ...{ line: 1, field: 'locks.noKeptToken' },
    reason: t('fileFaults.reasons.field-unknown'),
  });

async function open(policy: unknown, language: 'en' | 'ja') {
  const path = join(testFolder(), 'policy.json');
  writePolicy(path, policy);
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder, flags: ['--policy', path] });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder, language });
  return { ...window, path, dataFolder };
}

test.each(languagesIn('en').concat(languagesIn('ja')))(
  'a site’s policy offers its systems, is listed, and marks what it locks, %s',
  async (language) => {
    const { page, t, path, picture, goTo } = await open(content, language);
    await page.getByText(content.texts[language], { exact: true }).waitFor();
    await picture(`first-${language}`);
    await page
      .getByRole('button', { name: t('start.operator.open', { name: 'Example Centre' }) })
      .click();
    const address = page.getByLabel(t('connect.fields.webApi'));
    expect(await address.inputValue()).toBe('https://api.example.invalid');
    await picture(`form-${language}`);
    await connectAnyway({ page, t });
    // saving leads there, and would lead away from what was opened before
    await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
    await openSection(page, 'secrets');
    const setUp = page.getByRole('button', { name: t('settings.vault.setUp') });
    await setUp.waitFor();
    expect(await setUp.isDisabled()).toBe(true);
    await goTo('settings');
    await openSection(page, 'about');
    const list = page.getByRole('list', { name: t('policy.locked') });
    await list.waitFor();
    expect(await list.getByRole('listitem').count()).toBe(4);
    await list.evaluate((element) => element.scrollIntoView());
    await page.getByText(path).first().waitFor();
    await picture(`settings-${language}`);
    await page.setViewportSize({ width: 960, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await list.evaluate((element) => element.scrollIntoView());
    await picture(`settings-dark-${language}`);
  },
);

test.each(languagesIn('en').concat(languagesIn('ja')))(
  'one that is broken is said on every screen, with what to do, %s',
  async (language) => {
    const broken = { ...content, locks: { noKeptToken: true } };
    const { page, t, path, picture, goTo, dataFolder } = await open(broken, language);
    await page.getByText(t('frame.policy.broken', { place: path })).waitFor();
    await page.getByText(whatIsWrong(t)).waitFor();
    await picture(`broken-first-${language}`);
    await page.getByRole('button', { name: t('start.demo.title') }).click();
    await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
    await page.getByText(t('frame.policy.broken', { place: path })).waitFor();
    await goTo('settings');
    await openSection(page, 'about');
    await page.getByText(whatIsWrong(t)).waitFor();
    await page.getByText(t('policy.shut')).evaluate((element) => element.scrollIntoView());
    await picture(`broken-settings-${language}`);
    expect(readFileSync(join(dataFolder, 'logs/main.log'), 'utf8')).toContain('policy-broken');
  },
);
