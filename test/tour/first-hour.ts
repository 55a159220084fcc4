import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Window } from '../e2e/support/window.ts';
import { expectAccessible } from '../support/axe.ts';
import { type SessionSteps, vaultPassphrase } from './session.ts';

/** An app that was just started, without any system, in the hands of somebody who has never seen it. */
export interface FirstHour {
  readonly window: Window;
  readonly steps: SessionSteps;
  /** Presses "Sign in" on the open sheet and gives what shows the provider's pages. */
  openProvider(): Promise<Page>;
  /** Does what makes the app hand over a file, and gives the path at which it then lies under its own name. */
  saveFile(press: () => Promise<void>): Promise<string>;
}

/** A picture, and axe finds nothing. */
export async function look({ page, picture }: Window, name: string): Promise<void> {
  await picture(name);
  await expectAccessible(page, name);
}

/** By the provider's own pages, until the sheet says so; then both prove the caller, as the sheet offers. */
export async function signIn(hour: FirstHour): Promise<void> {
  const { steps, window } = hour;
  const { t } = window;
  const provider = await hour.openProvider();
  const proceed = provider.locator('#kc-login');
  await proceed.waitFor();
  expect(await overflow(provider)).toBe(0);
  await proceed.click();
  await steps.says('signIn.states.active');
  await steps.sheet.getByText(t('session.route.offer'), { exact: true }).waitFor();
  await look(window, 'signed-in');
  await steps.sheet.getByRole('radio', { name: t('session.route.both'), exact: true }).click();
  await steps.sheet.getByText(t('session.route.offer')).waitFor({ state: 'hidden' });
  if (!provider.isClosed()) await provider.close();
  await steps.closeSheet();
}

/** Pixels by which a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Words of the sidebar that do not fit into it. */
function cutOff({ page, t }: Window): Promise<string[]> {
  return page.getByRole('navigation', { name: t('frame.navigation') }).evaluate((sidebar) =>
    [...sidebar.querySelectorAll('*')]
      .filter(({ children }) => children.length === 0)
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  );
}

/** A question and its whole answer. */
export async function ask({ page, t }: Window, question: string): Promise<void> {
  const answers = page.getByRole('article');
  const before = await answers.count();
  await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(question);
  await page.keyboard.press('Enter');
  await expect.poll(() => answers.count()).toBeGreaterThan(before);
  await page
    .getByRole('button', { name: t('chat.composer.stop'), exact: true })
    .waitFor({ state: 'hidden' });
  await expect.poll(async () => (await answers.last().innerText()).length).toBeGreaterThan(20);
}

/** The lines for other programs that use the models: they name this service and no key. */
export async function modelsElsewhere({ page, t }: Window, service: RegExp): Promise<void> {
  await page.getByRole('button', { name: t('limits.more') }).click();
  await page.getByRole('menuitem', { name: t('elsewhere.title') }).click();
  const dialog = page.getByRole('dialog', { name: t('elsewhere.title'), exact: true });
  const lines = dialog.getByRole('region', { name: 'Python', exact: true });
  await expect.poll(() => lines.innerText()).toMatch(service);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** Types the passphrase of the secrets once more, before one leaves the app. */
async function confirmPassphrase({ page, t }: Window): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('frame.vault.confirmTitle') });
  await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(vaultPassphrase);
  await dialog.getByRole('button', { name: t('frame.vault.confirm'), exact: true }).click();
}

/**
 * The certificate as PEM, and the authorities beside it; then the lines for curl that the app shows are run there.
 * @param sealed by whose secret; before the user's own leaves the app it is confirmed
 * @returns What they print
 */
export async function certificateElsewhere(
  hour: FirstHour,
  name: string,
  sealed: 'by-demo' | 'by-user',
): Promise<string> {
  const { window, steps, saveFile } = hour;
  const { page, t } = window;
  await steps.goTo('certificates');
  await page.getByRole('button', { name: t('certificates.actions', { name }) }).click();
  await page.getByRole('menuitem', { name: t('certificates.export.action') }).click();
  await page.getByRole('radio', { name: t('certificates.export.plain') }).click();
  const pem = await saveFile(async () => {
    await page.getByRole('button', { name: t('certificates.export.writePlain') }).click();
    if (sealed === 'by-user') await confirmPassphrase(window);
  });
  const file = 'authorities.pem';
  await saveFile(() =>
    page.getByRole('button', { name: t('elsewhere.saveAuthorities', { file }) }).click(),
  );
  await look(window, 'certificate-elsewhere');
  const lines = await page.getByRole('region', { name: 'curl', exact: true }).innerText();
  await page
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();
  const { stdout } = await promisify(execFile)('bash', ['-c', lines], { cwd: dirname(pem) });
  return stdout;
}

/** The way to a service, step by step, as it is found now. */
export function doctorOf({ page, t }: Window): {
  readonly dialog: Locator;
  /** From the palette's keys. */
  open(): Promise<void>;
  /** Goes the way, once more, and waits for its end. */
  check(): Promise<void>;
  /** Chooses a service and goes the way to it, on which nothing is wrong. */
  expectWell(service: string): Promise<void>;
  close(): Promise<void>;
} {
  const dialog = page.getByRole('dialog', { name: t('doctor.title'), exact: true });
  const button = (key: string) => dialog.getByRole('button', { name: t(key), exact: true });
  const check = async () => {
    // each service is examined when it is first shown
    await button('doctor.again').waitFor();
    await button('doctor.again').click();
    await button('doctor.again').waitFor();
  };
  return {
    dialog,
    check,
    async open() {
      await page.keyboard.press('Control+Shift+X');
      await dialog.waitFor();
    },
    async expectWell(service) {
      await dialog.getByRole('radio', { name: t(`doctor.services.${service}`) }).click();
      await check();
      const good = dialog.getByText(t('doctor.ended.good'), { exact: true });
      await good.or(dialog.getByText(t('doctor.ended.note'), { exact: true })).waitFor();
    },
    async close() {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    },
  };
}

/** Somebody who has nothing: the demo alone, to the end of the hour. */
export async function hourWithDemo(hour: FirstHour): Promise<void> {
  const { window, steps } = hour;
  const { page, t } = window;
  await page.getByRole('heading', { name: t('start.have.question') }).waitFor();
  await look(window, 'first-page');
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  const machine = page.getByRole('table').getByRole('button', { name: 'cpu-main', exact: true });
  await machine.waitFor();
  expect(await cutOff(window)).toEqual([]);

  await steps.openSheet();
  await look(window, 'session');
  await signIn(hour);
  await steps.checkMachines();
  await machine.waitFor();

  await steps.goTo('chat');
  await ask(window, 'Show me a table');
  await modelsElsewhere(window, /https:\/\/127\.0\.0\.1:\d+\/v1/);

  await steps.goTo('certificates');
  const card = await page.getByRole('heading', { level: 2 }).first().innerText();
  expect(await certificateElsewhere(hour, card, 'by-demo')).toContain('cpu-main');

  await steps.goTo('machines');
  const doctor = doctorOf(window);
  await doctor.open();
  for (const service of ['webApi', 'identityProvider', 'genai']) await doctor.expectWell(service);
  await look(window, 'doctor');
  await doctor.close();
}
