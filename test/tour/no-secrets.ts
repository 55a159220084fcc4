import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Window } from '../e2e/support/window.ts';
import type { DemoPlace } from '../electron/support/demo-place.ts';
import { sealedTokens } from '../support/files/sealed-rows.ts';
import { patience } from '../support/patience.ts';
import { findSecrets, heapOf, type Secret, textsBelow } from '../support/secrets-search.ts';
import { secretsTour } from './secrets.ts';
import type { SessionSteps } from './session.ts';

/** An app that is to be searched. */
interface Searched {
  readonly window: Window;
  readonly steps: SessionSteps;
  readonly place: DemoPlace;
  readonly dataFolder: string;
  /** Everything that main has printed so far, Latin-1. */
  readonly printed: () => string;
  /** Presses "Sign in" and goes through the provider's pages. */
  readonly signIn: () => Promise<void>;
  /** Ends the app as its user does. */
  readonly end: () => Promise<void>;
}

/**
 * Goes the tour with every kind of secret and looks for each in the data folder, the log, the output and the
 * page's memory: signed in, after a failure, signed out and ended. Each search is shown to find what is planted.
 */
export async function findsNoSecrets(searched: Searched): Promise<void> {
  const { window, steps, place, dataFolder, printed, signIn, end } = searched;
  const { page } = window;
  const { secrets, typed } = await secretsTour({ window, steps, place, signIn });
  const names = secrets.map(({ name }) => name);
  for (const kind of ['code', 'access_token', 'refresh_token', 'id_token']) {
    expect(names.filter((name) => name.startsWith(kind)).length, kind).toBeGreaterThan(0);
  }
  const inFolder = async () => [...(await textsBelow(dataFolder)), printed()];

  // signed in: tokens lie there sealed, and nothing in clear
  const sealed = sealedTokens(dataFolder);
  expect(sealed).toHaveLength(1);
  const folder = await inFolder();
  expect(findSecrets(folder, [{ name: 'kept', text: 'from-portal' }, ...sealed])).toHaveLength(2);
  expect(findSecrets(folder, secrets)).toEqual([]);
  expect(findSecrets([await keptBy(page)], secrets)).toEqual([]);
  const heap = await heapOf(page);
  expect(findSecrets(heap, [{ name: 'typed', text: typed }])).toEqual(['typed']);
  expect(findSecrets(heap, secrets)).toEqual([]);

  // the searches find each of them where it is planted
  const planted = join(dataFolder, 'planted');
  await writeFile(planted, secrets.map(({ text }) => `before ${text} after`).join('\n'));
  expect(findSecrets(await inFolder(), secrets)).toEqual(names);
  await rm(planted);
  await plant(page, secrets);
  expect(findSecrets(await heapOf(page), secrets)).toEqual(names);

  // a failure, so that something is logged with tokens at hand
  await place.stop();
  await steps.goTo('machines');
  await steps.openSheet();
  await steps.signOut('session.signedOutHere');
  expect(sealedTokens(dataFolder)).toEqual([]);
  // the log is written behind what the window says
  const logged = [{ name: 'log', text: 'session-sign-out' }];
  const found = async () => findSecrets(await inFolder(), logged);
  await expect.poll(found, { timeout: patience(20_000) }).toEqual(['log']);
  expect(findSecrets(await inFolder(), secrets)).toEqual([]);

  // after the end everything is written, and the tokens are not there even sealed
  await end();
  expect(sealedTokens(dataFolder)).toEqual([]);
  expect(findSecrets(await inFolder(), [...secrets, ...sealed])).toEqual([]);
}

/** Everything that the page has the browser keep: its names, and what stands under them. */
async function keptBy(page: Page): Promise<string> {
  const { names, all } = await page.evaluate(async () => {
    const kept = [localStorage, sessionStorage].map((storage) => Object.entries(storage));
    const databases = await indexedDB.databases();
    const caches = 'caches' in globalThis ? await globalThis.caches.keys() : [];
    return {
      names: kept.flat().map(([name]) => name),
      all: JSON.stringify({ kept, databases, caches, cookie: document.cookie }),
    };
  });
  // the theme, the language and the window's frame; a tab's own secret, which is its session's
  const known = /^compute-desk-(?:theme|language|frame|secret)$/;
  expect(names.filter((name) => !known.test(name))).toEqual([]);
  return all;
}

/** Keeps the secrets in the page's memory, in the middle of a long string. */
async function plant(page: Page, secrets: readonly Secret[]): Promise<void> {
  const texts = JSON.stringify(secrets.map(({ text }) => text));
  await page.evaluate(
    `void (globalThis.planted = ${texts}.map((text) => 'x'.repeat(5000) + text + 'y'))`,
  );
}
