import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { App } from '../../../main/app.ts';
import type { Host } from '../../../main/base/host.ts';
import { createWebHost } from '../../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { openApp } from '../../../main/open-app.ts';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { CallInput, CallName, CallOutput } from '../../../preload/contract/index.ts';
import { testFolder } from '../files/folder.ts';
import { type EventRecord, recordEvents } from '../worlds/world.ts';

/** The whole app in this process, under plain Node, in a folder of its own. */
export interface WholeApp {
  readonly app: App;
  readonly folder: string;
  /** Ends it before the test does. */
  close(): Promise<void>;
  readonly events: EventRecord;
  call<N extends CallName>(name: N, input: CallInput<N>, window?: string): Promise<CallOutput<N>>;
  /** How a call fails. */
  failure<N extends CallName>(name: N, input: CallInput<N>): Promise<AppErrorData>;
  /** Everything that was logged so far. */
  log(): Promise<string>;
}

export async function startWholeApp(
  change: Partial<Host> = {},
  folder = testFolder(),
): Promise<WholeApp> {
  const web = await createWebHost({
    version: '0.0.0',
    dataFolder: folder,
    environment: [],
    workers: createWorkers({
      programs: workerPrograms(new URL('../../../main/app.ts', import.meta.url).href),
    }),
  });
  const app = await openApp({ ...web, ...change }, { validateOutput: true }).load();
  const events = recordEvents();
  app.onEvent((name, payload) => events.emit(name, payload as never));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= app.close().then(web.close);
    return closing;
  };
  onTestFinished(close);
  return {
    app,
    close,
    folder,
    events,
    async call(name, input, window = 'one') {
      const result = await app.call(name, input, { id: window });
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
      return result.value as CallOutput<typeof name>;
    },
    async failure(name, input) {
      const result = await app.call(name, input, { id: 'one' });
      if (result.ok) throw new Error(`${name} did not fail`);
      return result.error;
    },
    async log() {
      await web.log.info('read', {});
      await web.close();
      return readFile(join(folder, 'logs', 'main.log'), 'utf8');
    },
  };
}
