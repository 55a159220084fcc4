import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { picture } from '../support/files/pictures.ts';
import { patience } from '../support/patience.ts';
import { openSection } from '../support/settings-section.ts';
import { hasOpenssl, makePki } from '../support/worlds/pki.ts';
import { keyHash, siteOf, startSite } from '../support/worlds/updates.ts';
import { readTexts } from '../tour/texts.ts';
import { launcherOf } from './support/app-user.ts';
import { callOf, type Desk, pictureFolder, resizeDesk, startDesk } from './support/desk.ts';
import { findRuntime } from './support/runtime.ts';
import { testFolder } from './support/shared.ts';

const canRun = process.platform === 'linux' && (await hasOpenssl());
if (!canRun) console.log('skipped: an AppImage that replaces itself (no openssl, or no Linux)');

const head = '\u007fELF\u0002\u0001\u0001\u0000AI\u0002';
const t = readTexts('en');

/** Pictures of what is on the screen, in both languages, themes and sizes. */
async function pictures(desk: Desk, name: string): Promise<void> {
  const { page } = desk;
  const folder = await pictureFolder('updates');
  for (const language of ['ja', 'en'] as const) {
    for (const theme of ['dark', 'light'] as const) {
      await callOf(desk)('settings.update', { language, theme });
      const words = readTexts(language);
      await page.getByText(words('settings.updates.daily.label')).waitFor();
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      for (const [width, height] of [
        [960, 640],
        [1280, 800],
      ] as const) {
        await resizeDesk(desk, { width, height });
        await page.getByText(words('settings.updates.daily.label')).scrollIntoViewIfNeeded();
        await picture(page, join(folder, `${name}-${language}-${theme}-${width}.png`));
        const lead = page.getByRole('button', { name: words('settings.updates.show') });
        if ((await lead.count()) === 0) continue;
        await lead.scrollIntoViewIfNeeded();
        await picture(page, join(folder, `${name}-top-${language}-${theme}-${width}.png`));
      }
    }
  }
}

test.skipIf(!canRun)(
  'an AppImage is told of a newer version, takes it in the place of its own file, and starts it',
  async () => {
    const place = testFolder();
    // As an AppImage that could not be mounted unpacks itself.
    const unpacked = join(place, 'appimage_extracted_0a1b');
    const { binary: runtime } = await findRuntime();
    cpSync(dirname(runtime), unpacked, { recursive: true });
    const binary = launcherOf(inject('appUser'), join(unpacked, basename(runtime)));
    writeFileSync(join(unpacked, 'AppRun'), '');
    mkdirSync(join(place, 'apps'));
    const image = join(place, 'apps/Compute Desk.AppImage');
    writeFileSync(image, `${head} of the old one`, 'latin1');
    chmodSync(image, 0o755);
    const started = join(place, 'apps/started.txt');
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" >'${started}.part'\nmv '${started}.part' '${started}'\n`;

    const pki = await makePki(join(place, 'pki'));
    const served = await startSite(pki);
    served.site = siteOf('9.0.0', undefined, Buffer.from(script));
    const policy = join(place, 'policy.json');
    const authorities = [pki.authorities.servers.pem];
    const told = { format: 'compute-desk-policy', version: 1, authorities };
    writeFileSync(policy, JSON.stringify(told), { mode: 0o600 });

    const dataFolder = join(place, 'data');
    const desk = await startDesk({
      ...{ dataFolder, binary },
      args: ['--demo', '--policy', policy],
      env: { APPIMAGE: image, APPDIR: unpacked },
    });
    const { electron, page } = desk;
    await page.getByRole('button', { name: t('frame.screens.settings'), exact: true }).click();
    await openSection(page, 'about');
    await page.getByLabel(t('settings.updates.feed')).fill(served.feedOf(keyHash));
    await page.getByRole('button', { name: t('settings.updates.use') }).click();
    await openSection(page, 'updates');
    await page.getByRole('button', { name: t('settings.updates.check') }).click();
    await page.getByText('Faster.').waitFor();
    const marked = new RegExp(`^${t('frame.screens.settings')}.*${t('frame.counts.newer')}$`);
    await page.getByRole('button', { name: marked }).waitFor();
    await expectAccessible(page, 'a newer version');
    await pictures(desk, 'found');

    await page.getByRole('button', { name: /^Put version 9\.0\.0 in place/ }).click();
    const restart = page.getByRole('button', { name: t('settings.updates.restart') });
    await restart.waitFor();
    expect(readFileSync(image, 'utf8')).toBe(script);
    await expectAccessible(page, 'a version in place');
    await pictures(desk, 'placed');

    await callOf(desk)('settings.update', { theme: 'dark' });
    const ended = once(electron.process(), 'exit');
    const pressed = restart.click().catch((error: unknown) => {
      // the window may be gone before the press is answered
      if (!page.isClosed()) throw error;
    });
    await Promise.all([pressed, ended]);
    await expect.poll(() => existsSync(started), { timeout: patience(10_000) }).toBe(true);
    const flags = readFileSync(started, 'utf8').split('\n');
    expect(flags[0]).toBe('--appimage-extract-and-run');
    for (const [flag, value] of [
      ['--data-dir', dataFolder],
      ['--policy', policy],
    ] as const) {
      expect(flags[flags.indexOf(flag) + 1]).toBe(value);
    }
    // what it held was written before
    const kept = JSON.parse(readFileSync(join(dataFolder, 'settings.json'), 'utf8'));
    expect(kept).toMatchObject({ settings: { theme: 'dark' }, updates: { daily: true } });
  },
  patience(120_000),
);
