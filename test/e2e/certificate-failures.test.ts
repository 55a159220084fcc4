import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { foreignKinds } from '../../preload/contract/systems/certificates.ts';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { makeFilesWithFindings } from './support/files-with-findings.ts';
import { languagesIn } from './support/looks.ts';
import { makeUnreadableFiles, otherPassphrase, passphrase } from './support/unreadable-files.ts';
import { openWindow, type Window } from './support/window.ts';
import { openWorkshop } from './support/workshop.ts';

const missing = ['openssl', 'ssh-keygen'].filter((name) => findProgram(name) === undefined);
if (missing.length > 0) console.log(`skipped: certificate failures (no ${missing.join(', ')})`);

/** The dialogs of the import in a window, by the words that a user sees. */
function importing({ page, t, picture }: Window) {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(t('certificates.passphrase.label'), { exact: true });
  const open = dialog.getByRole('button', { name: t('certificates.passphrase.open'), exact: true });
  return {
    dialog,
    async choose(...paths: string[]) {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: t('certificates.drop.choose') }).click();
      await (await chooser).setFiles(paths);
    },
    async add(path: string) {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: t('common.drop.choose') }).click();
      await (await chooser).setFiles(path);
    },
    async type(word: string) {
      await field.fill(word);
      await open.click();
    },
    /** Waits for the sentences, has axe look at them, keeps a picture. */
    async says(name: string, ...sentences: string[]) {
      for (const sentence of sentences) await dialog.getByText(sentence).first().waitFor();
      await picture(name);
      await expectAccessible(page, name, '[role=dialog]');
    },
    async close() {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
  };
}

describe.skipIf(missing.length > 0)('what the import says of a file', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function start(language: 'en' | 'ja', folder: string) {
    const dir = testFolder();
    const app = await startApp({ dataFolder: join(dir, 'data') });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder, language });
    const { page, t, goTo } = window;
    await page.getByRole('button', { name: t('start.connect.title') }).click();
    await page.getByLabel(t('start.fields.name'), { exact: true }).fill('Test site');
    await page.getByLabel(t('start.fields.webApi')).fill('https://localhost:9/api');
    await page.getByRole('button', { name: t('start.connect.action'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
    await goTo('certificates');
    const workshop = openWorkshop(join(dir, 'files'));
    workshop.key('taro', 'rsa');
    workshop.selfSigned('taro', 'taro', ['basicConstraints=critical,CA:FALSE']);
    return { window, workshop, ...importing(window) };
  }

  test.each(languagesIn('ja'))(
    'that cannot be imported, in %s',
    async (language) => {
      const started = await start(language, `certificates/failures-${language}`);
      const { window, workshop, dialog, choose, add, type, says, close } = started;
      const { t } = window;
      const files = await makeUnreadableFiles(workshop);
      const number = (value: number) => new Intl.NumberFormat('en-GB').format(value);

      for (const kind of foreignKinds) {
        await choose(files.foreign[kind]);
        const sentence = (part: string) => t(`foreignFiles.${kind}.${part}`);
        await says(`foreign-${kind}`, sentence('what'), sentence('next'));
        await close();
      }
      await choose(files.openSshPrivateKey);
      await says('foreign-openssh-private-key', t('foreignFiles.openssh-key.what'));
      await close();
      await choose(files.unsupported);
      const uses = t('certificates.unsupported.what', { algorithm: 'X25519' });
      await says('unsupported', uses, t('certificates.unsupported.next'));
      await close();
      const broken = t('errors.certificate-malformed.what');
      await choose(files.cutOff);
      await says('malformed-cut-off', broken, t('certificates.malformed.cutOff'));
      await close();
      await choose(files.brokenInside);
      await says('malformed-inside', broken, 'pfx.macData.iterations');
      await close();
      await choose(files.large);
      await says('too-large', t('certificates.tooLarge', { limit: '10 MB' }));
      await close();
      await choose(files.slow);
      const rounds = { iterations: number(25_000_000), limit: number(20_000_000) };
      await says('too-slow-rounds', t('certificates.tooSlow.rounds', rounds));
      await close();
      await choose(files.hungry);
      await says('too-slow-memory', t('certificates.tooSlow.memory'));
      await close();
      await choose(files.keyOnly, files.certificateOnly, files.stranger);
      await says('too-many', t('certificates.tooMany'));
      await close();

      // halves
      await choose(files.certificateOnly);
      await says('no-key', t('errors.certificate-no-key.what'), t('certificates.half.key'));
      await close();
      await choose(files.keyOnly);
      const noCertificate = t('errors.certificate-no-certificate.what');
      await says('no-certificate', noCertificate, t('certificates.half.certificate'));
      await add(files.stranger);
      await says('no-match', t('certificates.noMatch.what'));
      await add(files.certificateOnly);
      await dialog.getByText(t('certificates.preview.title')).waitFor();
      await close();

      // passphrases
      await choose(files.sound);
      await says('passphrase', t('certificates.passphrase.hint'));
      await type('not the passphrase');
      await says('passphrase-wrong', t('certificates.passphrase.wrong'));
      await type(` ${passphrase} `);
      await says('passphrase-trimmed', t('certificates.passphrase.trimmed'));
      await dialog.getByRole('button', { name: t('certificates.passphrase.useTrimmed') }).click();
      await dialog.getByText(t('certificates.preview.title')).waitFor();
      await close();
      await choose(files.twoPassphrases);
      await type(passphrase);
      await says('passphrase-privacy-differs', t('certificates.passphrase.privacy-differs'));
      await type(otherPassphrase);
      await says('passphrase-integrity-differs', t('certificates.passphrase.integrity-differs'));
      await close();

      // a long derivation shows how far it is and can be given up
      await choose(files.long);
      await type(passphrase);
      await dialog
        .getByRole('progressbar', { name: t('certificates.phases.deriving-keys') })
        .waitFor();
      await says('deriving');
      await dialog.getByRole('button', { name: t('common.cancel') }).click();
      await dialog.getByRole('progressbar').waitFor({ state: 'detached' });
      await says('deriving-cancelled', t('certificates.passphrase.hint'));
      await close();
    },
    400_000,
  );

  test.each(languagesIn('en'))(
    'that can be imported, in %s',
    async (language) => {
      const { window, workshop, dialog, choose, type, says, close } = await start(
        language,
        `certificates/findings-${language}`,
      );
      const { page, t, picture } = window;
      const files = await makeFilesWithFindings(workshop);
      /** The sentence up to what it names. */
      const finding = (code: string) => {
        const key = `certificates.checks.${code}`;
        const text =
          code === 'expires-soon' ? t(`${key}_other`, { count: 5 }) : t(key, { detail: '…' });
        return text.split('…')[0] ?? '';
      };
      for (const [code, file] of Object.entries(files.plain)) {
        await choose(file);
        await says(code, finding(code));
        await close();
      }
      for (const [code, { path, passphrase: word }] of Object.entries(files.sealed)) {
        await choose(path);
        await type(word);
        await says(code, finding(code));
        await close();
      }
      await choose(files.strays);
      await says('strays', t('certificates.othersHint'));
      await close();
      await choose(files.severalKeys);
      await says('several-keys', t('certificates.keys.label'));
      await dialog.getByRole('radio', { name: /taro/ }).click();
      await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('taro');
      await says('several-keys-other');
      await dialog.getByRole('button', { name: t('certificates.preview.discard') }).click();

      // kept: the reminder, the exports
      await choose(files.plain['expires-soon']);
      await dialog.getByRole('button', { name: t('certificates.preview.keep') }).click();
      const vault = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
      await vault.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill('for the vault');
      await vault.getByLabel(t('frame.vault.again'), { exact: true }).fill('for the vault');
      await vault.getByRole('button', { name: t('frame.vault.setUp') }).click();
      await page.getByRole('heading', { level: 2, name: 'Soon' }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(t('certificates.daysLeft_other', { count: 5 })).waitFor();
      await picture('soon');
      await window.goTo('machines');
      const reminder = page.getByRole('status').filter({ hasText: 'Soon' });
      await reminder.first().waitFor();
      const onMachines = page.getByRole('button', { name: t('machines.fix.certificates') });
      await onMachines.first().waitFor();
      await picture('reminder-on-machines');
      await window.goTo('certificates');
      for (const form of ['export', 'exportP12'] as const) {
        await page
          .getByRole('button', { name: t('certificates.actions', { name: 'Soon' }) })
          .click();
        await page.getByRole('menuitem', { name: t(`certificates.${form}.action`) }).click();
        await says(form, t(`certificates.${form}.text`));
        if (form === 'export') await close();
      }
      const secret = (key: string) => dialog.getByLabel(t(key), { exact: true });
      await secret('certificates.export.passphrase').fill('new');
      await secret('common.newPassphrase.repeat').fill('new');
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: t('certificates.export.write') }).click();
      // A key leaves the vault only when its passphrase was typed again.
      const again = page.getByRole('dialog', { name: t('frame.vault.confirmTitle') });
      await again.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill('for the vault');
      await picture('export-confirm');
      await again.getByRole('button', { name: t('frame.vault.confirm'), exact: true }).click();
      expect((await download).suggestedFilename()).toBe('Soon.p12');
      await says('exported', t('certificates.export.downloaded'));
      await close();
      await window.goTo('machines');
      await page
        .getByRole('button', { name: t('common.dismiss') })
        .first()
        .click();
      await reminder.waitFor({ state: 'detached' });
    },
    400_000,
  );
});
