import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../../main/app.ts';
import { createDownloads } from '../../../main/hosts/web/downloads.ts';
import { createExternalRedirects } from '../../../main/hosts/web/external-redirects.ts';
import { startWebServer } from '../../../main/hosts/web/index.ts';
import { createPrintedPages } from '../../../main/hosts/web/printing.ts';
import { createSignInTabs } from '../../../main/hosts/web/sign-in-tabs.ts';
import { recordingLog } from '../worlds/recording-log.ts';

/** The web host before an app that echoes what it is called with, on files of its own. */
export async function startStubHost(options: {
  readonly folder: string;
  readonly port?: number;
  readonly launchLifetime?: number;
}) {
  const { folder, port = 0, launchLifetime } = options;
  const rendererFolder = join(folder, 'renderer');
  const dataFolder = join(folder, 'data');
  mkdirSync(join(rendererFolder, 'assets'), { recursive: true });
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(join(rendererFolder, 'index.html'), '<!doctype html>the app');
  writeFileSync(join(rendererFolder, 'assets', 'a.js'), 'export {}');
  writeFileSync(join(folder, 'secret.p12'), 'not served');
  const listeners = new Set<Parameters<App['onEvent']>[0]>();
  /** What a call answers instead of what it was asked. */
  const answers = new Map<string, unknown>();
  const app: Pick<App, 'call' | 'onEvent'> = {
    call: async (name, input, sender) => ({
      ok: true,
      value: answers.get(name) ?? { name, input, sender: sender.id },
    }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const downloads = createDownloads();
  const leaving = createExternalRedirects();
  const printing = createPrintedPages();
  const log = recordingLog();
  const signInTabs = createSignInTabs(log);
  const server = await startWebServer({
    app: app as App,
    port,
    rendererFolder,
    downloads,
    leaving,
    printing,
    signInTabs,
    log,
    dataFolder,
    ...(launchLifetime === undefined ? {} : { launchLifetime }),
  });
  const { url } = await server.issue({ withPage: false });
  const { origin, pathname } = new URL(url);
  return {
    server,
    downloads,
    leaving,
    printing,
    signInTabs,
    log,
    listeners,
    answers,
    dataFolder,
    /** A launch address that has not been used. */
    url,
    origin,
    /** The path below which the app's files lie, with its slashes. */
    root: pathname,
  };
}
export type StubHost = Awaited<ReturnType<typeof startStubHost>>;
