import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientsPage } from '../e2e/support/clients.ts';
import { inWindow, type Window } from '../e2e/support/window.ts';
import { callOf, type Desk, inLanguage, startDesk } from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

/** As long as a copied secret may stay. */
const heldFor = 60_000;

const shared = sharedFolder();
let desk: Desk;
let window: Window;

beforeAll(async () => {
  desk = await startDesk({ dataFolder: shared.dataFolder, ...inLanguage('en') });
  await callOf(desk)('systems.openDemo');
  window = inWindow(desk.page, 'electron/clipboard');
  await window.goTo('clients');
  // Main's timers of a minute do not run by themselves: the test lets the minute pass.
  await desk.electron.evaluate((_electron, ms) => {
    const held: (() => void)[] = [];
    const own = globalThis.setTimeout;
    const passing = (call: () => void, after?: number) =>
      after === ms ? own(() => undefined, held.push(call) * 0) : own(call, after);
    Object.assign(globalThis, {
      setTimeout: passing,
      aMinutePasses: () => {
        for (const call of held.splice(0)) call();
      },
    });
  }, heldFor);
});
afterAll(() => desk?.electron.close());

const clipboard = () => desk.electron.evaluate(({ clipboard: own }) => own.readText());
const aMinutePasses = () =>
  desk.electron.evaluate(() =>
    (globalThis as unknown as { aMinutePasses(): void }).aMinutePasses(),
  );

test('a copied secret is gone after a minute, and what was copied since stays', async () => {
  const { page, t } = window;
  const clients = clientsPage(window);
  await clients.create('batch', 'https://app.example/cb');
  const secret = await clients.reveal('batch');
  expect(secret.length).toBeGreaterThan(20);
  const name = t('clients.secretOf', { clientId: 'batch' });
  const copy = clients.sheet.getByRole('button', { name: t('common.copyNamed', { name }) });

  await copy.click();
  await expect.poll(clipboard).toBe(secret);
  await aMinutePasses();
  await expect.poll(clipboard).toBe('');

  await copy.click();
  await expect.poll(clipboard).toBe(secret);
  const id = t('common.copyNamed', { name: t('clients.clientId') });
  await page.getByRole('button', { name: id }).click();
  await expect.poll(clipboard).toBe('batch');
  await aMinutePasses();
  // An answer of main's that comes after what the minute set off.
  await callOf(desk)('app.info');
  expect(await clipboard()).toBe('batch');
});
