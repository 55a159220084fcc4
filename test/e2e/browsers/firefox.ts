import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { findProgram } from '../../../scripts/lanes/needs.ts';
import { testFolder } from '../../support/files/folder.ts';
import type { Language } from '../../tour/texts.ts';
import { type Bidi, connectBidi } from './bidi.ts';
import { type BrowserPage, pressActions, size, tellViolations, typeActions } from './page.ts';

export const firefoxProgram = findProgram('firefox-esr', 'firefox');

/** An entry of BiDi's log, as far as it is read. */
interface LogEntry {
  readonly level: string;
  readonly text: string | null;
}

/** A page in Firefox, and what else the browser does for it. */
export interface FirefoxPage extends BrowserPage {
  /** The page in the tab that was opened since; it waits for one. */
  opened(): Promise<BrowserPage>;
  /** Where files go that are saved, without a question. */
  readonly downloads: string;
}

/** Firefox without a window, by WebDriver BiDi, on a profile of its own. */
export async function startFirefox(language: Language): Promise<FirefoxPage> {
  const downloads = testFolder();
  const endpoint = await startProcess(language, downloads);
  const problems: string[] = [];
  const bidi = await connectBidi(`${endpoint}/session`, (method, params) => {
    const { level, text } = params as LogEntry;
    if (method === 'log.entryAdded' && level === 'error') problems.push(text ?? '');
  });
  onTestFinished(() => bidi.close());
  const { capabilities } = await bidi.send<{
    capabilities: { browserName: string; browserVersion: string };
  }>('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  await bidi.send('script.addPreloadScript', { functionDeclaration: `() => {${tellViolations}}` });
  const tabs = async (): Promise<string[]> => {
    const tree = await bidi.send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      {},
    );
    return tree.contexts.map(({ context }) => context);
  };
  const [context = ''] = await tabs();
  await bidi.send('browsingContext.setViewport', { context, viewport: size });
  const known = {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    problems: async () => problems,
  };
  const seen = new Set([context]);
  return {
    ...pageOf(bidi, context, known),
    downloads,
    async opened() {
      const fresh = async () => (await tabs()).find((one) => !seen.has(one));
      await expect.poll(fresh).toBeDefined();
      const tab = (await fresh()) ?? '';
      seen.add(tab);
      return pageOf(bidi, tab, known);
    },
  };
}

function pageOf(
  bidi: Bidi,
  context: string,
  known: Pick<BrowserPage, 'version' | 'problems'>,
): BrowserPage {
  const act = async (actions: object[]): Promise<void> => {
    await bidi.send('input.performActions', { context, actions });
  };
  return {
    ...known,
    async goTo(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async reload() {
      await bidi.send('browsingContext.reload', { context, wait: 'complete' });
    },
    async evaluate(expression) {
      const said = await bidi.send<{ type: string; result?: { value?: string } }>(
        'script.evaluate',
        {
          expression: `JSON.stringify(${expression}) ?? 'null'`,
          target: { context },
          awaitPromise: true,
        },
      );
      if (said.type !== 'success') throw new Error(JSON.stringify(said));
      return JSON.parse(said.result?.value ?? 'null') as unknown;
    },
    pressAt: (x, y) => act(pressActions(x, y)),
    type: (text) => act(typeActions(text)),
    async picture() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
  };
}

/** @returns The address of its WebDriver BiDi */
async function startProcess(language: Language, downloads: string): Promise<string> {
  if (firefoxProgram === undefined) throw new Error('no Firefox on this machine');
  const profile = testFolder();
  const preferences = {
    'intl.accept_languages': language === 'ja' ? 'ja-JP,ja' : 'en-GB,en',
    'ui.prefersReducedMotion': 1,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.alwaysOpenPanel': false,
  };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = spawn(
    firefoxProgram,
    [
      ...['--headless', '--no-remote', '--profile', profile],
      ...['--remote-debugging-port=0', 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  );
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let output = '';
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (data: Buffer) => {
      output += data.toString();
      const listening = /WebDriver BiDi listening on (ws:\S+)/.exec(output);
      if (listening?.[1] !== undefined) resolve(listening[1]);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}:\n${output}`)));
  });
}
