import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { picture } from '../support/files/pictures.ts';
import { patience } from '../support/patience.ts';
import { openSection } from '../support/settings-section.ts';
import { hasOpenssl, makePki } from '../support/worlds/pki.ts';
import { keyHash, siteOf, startSite } from '../support/worlds/updates.ts';
import { readTexts } from '../tour/texts.ts';
import { callOf, type Desk, pictureFolder, resizeDesk, startDesk } from './support/desk.ts';
import { testFolder } from './support/shared.ts';

const canRun = process.platform === 'linux' && (await hasOpenssl());
if (!canRun) console.log('skipped: a newer version in Electron (no openssl, or no Linux)');

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
  'the user is told of a newer version, reads what changed in it, and puts it off',
  async () => {
    const place = testFolder();
    const pki = await makePki(join(place, 'pki'));
    const served = await startSite(pki);
    served.site = siteOf('9.0.0');
    const policy = join(place, 'policy.json');
    const authorities = [pki.authorities.servers.pem];
    const told = { format: 'compute-desk-policy', version: 1, authorities };
    writeFileSync(policy, JSON.stringify(told), { mode: 0o600 });

    const dataFolder = join(place, 'data');
    const desk = await startDesk({
      dataFolder,
      args: ['--demo', '--policy', policy],
    });
    const { page } = desk;
    await page.getByRole('button', { name: t('frame.screens.settings'), exact: true }).click();
    await openSection(page, 'about');
    await page.getByRole('button', { name: t('settings.updates.setUp') }).click();
    await page.getByLabel(t('settings.updates.feed')).fill(served.feedOf(keyHash));
    await page.getByRole('button', { name: t('settings.updates.use') }).click();
    await openSection(page, 'updates');
    await page.getByRole('button', { name: t('settings.updates.check') }).click();
    await page.getByText('Faster.').waitFor();
    const marked = new RegExp(`^${t('frame.screens.settings')}.*${t('frame.counts.newer')}$`);
    await page.getByRole('button', { name: marked }).waitFor();
    await expectAccessible(page, 'a newer version');
    await pictures(desk, 'found');

    await page.getByRole('button', { name: t('settings.updates.notNow') }).click();
    await page.getByRole('button', { name: t('frame.screens.settings'), exact: true }).waitFor();
    const kept = JSON.parse(readFileSync(join(dataFolder, 'settings.json'), 'utf8'));
    expect(kept).toMatchObject({ updates: { daily: true, putOff: '9.0.0' } });
  },
  patience(120_000),
);
