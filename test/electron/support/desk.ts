import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, errors, type Page } from 'playwright';
import { inject } from 'vitest';
import type { CallResult } from '../../../preload/contract/bridge.ts';
import { patience } from '../../support/patience.ts';
import type { CertificateFile } from '../../tour/session.ts';
import { giveTo } from './app-user.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the tests start Electron with, beside the app's own flags. */
export const testSwitches = [
  ...(inject('appUser').sandbox ? [] : ['--no-sandbox']),
  '--disable-gpu',
];

export function testEnvironment(): Record<string, string> {
  const { home } = inject('appUser');
  return {
    ...setIn(process.env),
    DISPLAY: inject('display'),
    ...(home !== '' && { HOME: home }),
    COMPUTE_DESK_VALIDATE_OUTPUT: '1',
    // Electron 33 has no node:sqlite; this Node does the work of its workers.
    COMPUTE_DESK_NODE: process.execPath,
  };
}

function setIn(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** A folder of its own for one test, removed by the caller. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'compute-desk-electron-'));
}

/** Folders of these tests, of the demo that they start as a place of its own, and of Keycloak. */
const handedOver = /^compute-desk-(?:electron|place|keycloak)-/;

/**
 * What the tests have written so far is the app's user's, as it would be at home. Folders of other tests stay as they
 * are: an app that runs as the tests' own user keeps its data there.
 */
export function handOver(): void {
  for (const name of readdirSync(tmpdir())) {
    if (handedOver.test(name)) giveTo(inject('appUser'), join(tmpdir(), name));
  }
}

export interface Desk {
  readonly electron: ElectronApplication;
  readonly page: Page;
}

/** Starts the app on the Electron found by the set-up and waits for its window. */
export async function startDesk(options: {
  dataFolder: string;
  /** The app's folder; the repository itself when left out. */
  app?: string;
  args?: readonly string[];
  /** Another copy of the Electron that the set-up found. */
  binary?: string;
  /** Undefined: without it. */
  env?: Readonly<Record<string, string | undefined>>;
}): Promise<Desk> {
  const {
    dataFolder,
    app = root,
    args = [],
    binary = inject('runtime').binary,
    env = {},
  } = options;
  handOver();
  const [own = '..'] = relative(tmpdir(), dataFolder).split(sep);
  if (own !== '..') giveTo(inject('appUser'), join(tmpdir(), own));
  const electron = await launch({
    executablePath: binary,
    args: [...testSwitches, app, '--data-dir', dataFolder, ...args],
    env: setIn({ ...testEnvironment(), ...env }),
  });
  electron.process().stderr?.on('data', (data: Buffer) => {
    if (process.env.DEBUG_ELECTRON) process.stderr.write(data);
  });
  holdWhatIsAsked(electron);
  return { electron, page: await electron.firstWindow() };
}

/** How long a start may take, each time that it is tried, ms. */
const patiences = [8_000, 8_000, 25_000];

/**
 * One start in fifty hangs between Playwright and Electron's inspector, one in seven where three are at it, which
 * misses a message while Chromium's loop sleeps. Playwright holds the app back until then, so nothing of ours has run
 * that another try could hide; what hangs later hangs in the test.
 */
async function launch(
  options: NonNullable<Parameters<typeof _electron.launch>[0]>,
  [wait = 0, ...more] = patiences,
): Promise<ElectronApplication> {
  try {
    return await _electron.launch({ ...options, timeout: patience(wait) });
  } catch (cause) {
    if (!(cause instanceof errors.TimeoutError) || more.length === 0) throw cause;
    console.log('Electron did not take the debugger; it is started once more');
    return launch(options, more);
  }
}

/**
 * V8's inspector holds the answer that it waits for weakly. Where garbage is collected between a function's end and
 * main's next microtasks, the answer is gone, of a function that returns at once too: "Resulting promise was garbage
 * collected". So what main is asked waits for a turn of its loop, which holds it, and is answered within that turn.
 */
function holdWhatIsAsked(electron: ElectronApplication): void {
  const evaluate: ElectronApplication['evaluate'] = electron.evaluate.bind(electron);
  const held = <T extends (...given: never[]) => unknown>(asked: T): T => {
    const text = `async (...given) => {
      await new Promise((resolve) => setImmediate(resolve));
      return (${asked})(...given);
    }`;
    // Playwright sends a function's text
    return Object.assign(asked.bind(null), { toString: () => text }) as T;
  };
  electron.evaluate = (asked: Parameters<typeof evaluate>[0], given?: unknown) =>
    evaluate(typeof asked === 'function' ? held(asked) : asked, given);
}

/** Calls main as the window does. @throws Error with the error's code */
export function callOf({ page }: Desk): <T>(name: string, input?: unknown) => Promise<T> {
  return async <T>(name: string, input?: unknown) => {
    const given = input === undefined ? 'undefined' : JSON.stringify(input);
    const result = await page.evaluate<CallResult>(
      `computeDesk.invoke(${JSON.stringify(name)}, ${given})`,
    );
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    return result.value as T;
  };
}

/** Keeps a user's certificate file by the contract. @returns its id in the app */
export async function keepCertificate(
  desk: Desk,
  { p12File, password }: CertificateFile,
): Promise<string> {
  const bytes = [...(await readFile(p12File))];
  const read = await desk.page.evaluate<{ value: { readId: string } }>(
    `computeDesk.invoke('certificates.read', {
      fileName: ${JSON.stringify(basename(p12File))},
      bytes: new Uint8Array(${JSON.stringify(bytes)}),
      passphrase: ${JSON.stringify(password)},
    })`,
  );
  const kept = await callOf(desk)<{ id: string }>('certificates.keep', {
    ...{ readId: read.value.readId, name: basename(p12File), replaces: null },
  });
  return kept.id;
}

/** The built app around a page of our own, so that the host is tested whatever the renderer is like. */
export async function appWithTestPage(folder: string): Promise<string> {
  const app = join(folder, 'app');
  await mkdir(join(app, 'dist/renderer/assets'), { recursive: true });
  await cp(join(root, 'package.json'), join(app, 'package.json'));
  for (const part of ['main', 'preload']) {
    await cp(join(root, 'dist', part), join(app, 'dist', part), { recursive: true });
  }
  const page = join(root, 'test/electron/page');
  await cp(join(page, 'index.html'), join(app, 'dist/renderer/index.html'));
  await cp(join(page, 'page.js'), join(app, 'dist/renderer/assets/page.js'));
  await writeFile(join(app, 'dist/renderer/hidden.secret'), 'of no type that is served');
  return app;
}

/** What makes the app start in a language, as the user's desktop would. */
export function inLanguage(language: 'en' | 'ja'): { args: string[]; env: Record<string, string> } {
  const locale = language === 'ja' ? 'ja_JP.UTF-8' : 'en_GB.UTF-8';
  return {
    args: [`--lang=${language === 'ja' ? 'ja' : 'en-GB'}`],
    env: { LANGUAGE: language === 'ja' ? 'ja' : 'en_GB', LANG: locale, LC_ALL: '' },
  };
}

/** Makes the page exactly this large, as the user does by the window's edge. */
export async function resizeDesk(
  { electron, page }: Desk,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> {
  await electron.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
    },
    { width, height },
  );
  // a function: the page's policy evaluates no text
  await page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, {
    width,
    height,
  });
}

/** A folder for the pictures of one test, kept with the other output of the tests. */
export async function pictureFolder(name: string): Promise<string> {
  const folder = join(root, 'test-results/electron', name);
  await mkdir(folder, { recursive: true });
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
