import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';

// Outside of Electron its module gives only the path of its binary.
vi.mock('electron', () => ({ app: {}, utilityProcess: {} }));
const { startUtilityProcess } = await import('../../../../main/hosts/electron/utility-process.ts');

class Child extends EventEmitter {
  readonly posted: unknown[] = [];
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  kill(): boolean {
    return this.emit('exit', 15);
  }
}

/** Electron, where a utility process can be made only once the app is ready. */
function electron() {
  let ready = false;
  let tell: () => void = () => undefined;
  const started: { child: Child; name: string }[] = [];
  const whenReady = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return {
    started,
    isReady: () => ready,
    whenReady: () => whenReady,
    fork(_program: string, name: string): Child {
      if (!ready) throw new Error('utilityProcess cannot be created before app is ready');
      const child = new Child();
      started.push({ child, name });
      return child;
    },
    async becomeReady() {
      ready = true;
      tell();
      await whenReady;
    },
  };
}

test('a worker that is started before the app is ready gets what was posted, in order, once it is', async () => {
  const host = electron();
  const port = startUtilityProcess('/app/workers/storage.js', host);
  port.post('open');
  port.post('all');
  const heard: unknown[] = [];
  port.onMessage((message) => heard.push(message));
  expect(host.started).toEqual([]);
  await host.becomeReady();
  const [{ child, name } = { child: new Child(), name: '' }] = host.started;
  port.post('more');
  expect(child.posted).toEqual(['open', 'all', 'more']);
  expect(name).toBe('Compute Desk storage');
  child.emit('message', 'answer');
  expect(heard).toEqual(['answer']);
});

test('one that is stopped before that is never started', async () => {
  const host = electron();
  const port = startUtilityProcess('/app/workers/storage.js', host);
  const gone = new Promise<string>((resolve) => port.onExit(resolve));
  await port.stop();
  await host.becomeReady();
  expect(host.started).toEqual([]);
  expect(await gone).toContain('before it was started');
});

test('one that is started later is there at once, and its end is told once', async () => {
  const host = electron();
  await host.becomeReady();
  const port = startUtilityProcess('/app/workers/certificates.js', host);
  expect(host.started).toHaveLength(1);
  const gone: string[] = [];
  port.onExit((reason) => gone.push(reason));
  await port.stop();
  host.started[0]?.child.emit('exit', 1);
  expect(gone).toEqual(['the process ended with 15']);
});

test('a promise that nobody heard fail ends the process, where the runtime would go on', () => {
  const folder = testFolder();
  const serve = fileURLToPath(new URL('../../../../main/base/workers/serve.ts', import.meta.url));
  const program = join(folder, 'worker.mjs');
  writeFileSync(
    program,
    `process.parentPort = { on() {}, postMessage() {} };
    const { serveWorker } = await import(${JSON.stringify(serve)});
    serveWorker({});
    void Promise.reject(new Error('promised to nobody'));
    setInterval(() => undefined, 1000);`,
  );
  // as utility processes of Electron before 37 are
  const done = spawnSync(process.execPath, ['--unhandled-rejections=warn', program], {
    encoding: 'utf8',
  });
  expect(done.status).toBe(1);
  expect(done.stderr).toContain('promised to nobody');
});
