import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../preload/contract/errors.ts';
import type { EnvironmentFinding } from '../../../preload/contract/settings/environment.ts';
import type { Host, Workers } from '../../base/host.ts';
import { rm } from '../../base/outside/index.ts';
import { logEnvironment } from '../environment.ts';
import { openLog } from '../log.ts';
import { prepareDataFolder } from '../private-folder.ts';
import { checkSettingsFile } from '../settings-file.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import { createExternalRedirects, type ExternalRedirects } from './external-redirects.ts';
import { createPrintedPages, type PrintedPages } from './printing.ts';
import { createSignInTabs, type SignInTabs } from './sign-in-tabs.ts';

export { openInBrowser } from './browser.ts';
export type { Launch } from './launches.ts';
export { askRunningHost } from './running-host.ts';
export { startWebServer } from './server.ts';

/**
 * The host for a plain Node process: no keychain, files by download, the user's own browser.
 * @throws AppError as `prepareDataFolder`
 */
export async function createWebHost(options: {
  version: string;
  dataFolder: string;
  workers: Workers;
  environment: readonly EnvironmentFinding[];
  policy?: Host['policy'];
  dataPlace?: Host['dataPlace'];
}): Promise<
  Host & {
    readonly downloads: Downloads;
    readonly leaving: ExternalRedirects;
    readonly printedPages: PrintedPages;
    readonly signInTabs: SignInTabs;
    close(): Promise<void>;
  }
> {
  const { version, workers, environment } = options;
  const dataFolder = await prepareDataFolder(options.dataFolder);
  const log = openLog(dataFolder);
  logEnvironment(environment, log);
  checkSettingsFile(dataFolder);
  // it asks for the user's home when it is loaded
  const { default: Conf } = await import('conf');
  const settings = new Conf({ cwd: dataFolder, configName: 'settings', configFileMode: 0o600 });
  const downloads = createDownloads();
  const leaving = createExternalRedirects();
  const printedPages = createPrintedPages();
  const signInTabs = createSignInTabs(log);
  const noKeychain = () => Promise.reject(new AppError('vault-keychain-unavailable'));

  return {
    kind: 'web',
    version,
    platform: `${process.platform} ${release()} ${process.arch}`,
    runtime: { node: process.versions.node, openssl: process.versions.openssl },
    environment,
    paths: { data: dataFolder },
    keychain: {
      state: async () => ({ available: false, problem: 'not-offered' }),
      seal: noKeychain,
      unseal: noKeychain,
    },
    settings: {
      get: (key) => settings.get(key),
      set: (key, value) => settings.set(key, value),
    },
    workers,
    files: {
      save: async ({ name, bytes }) => ({
        kind: 'download',
        path: downloads.offer({ name, content: bytes }),
        name,
      }),
    },
    async saveStreamed({ name, write }) {
      const folder = join(dataFolder, 'backups');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `offered-${randomUUID()}.tmp`);
      try {
        await write(file);
      } catch (cause) {
        await rm(file, { force: true });
        const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
        throw isFull ? new AppError('disk-full', { retryable: true, cause }) : cause;
      }
      return { kind: 'download', path: downloads.offer({ name, content: { file } }), name };
    },
    openExternal: async () => false,
    printing: { print: async (html) => ({ kind: 'opens', path: printedPages.offer(html) }) },
    leave: (url) => leaving.offer(url),
    openSignInTab: signInTabs.open,
    ...(options.policy && { policy: options.policy }),
    ...(options.dataPlace && { dataPlace: options.dataPlace }),
    log,
    downloads,
    leaving,
    printedPages,
    signInTabs,
    close: () => log.close(),
  };
}
