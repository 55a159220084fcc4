import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { IpcMainInvokeEvent } from 'electron';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Host, PolicyPlace } from '../../../main/base/host.ts';
import { createDataPlace } from '../../../main/hosts/data-place.ts';
import { answerCalls } from '../../../main/hosts/electron/calls/index.ts';
import { createCrashDumps } from '../../../main/hosts/electron/crashes/dumps.ts';
import { channels } from '../../../preload/channels.ts';
import { heapUsed } from '../../support/processes/heap.ts';
import { startWholeApp } from '../../support/processes/whole-app.ts';
import { cloneValues } from './hostile-values.ts';
import { createPool } from './pool.ts';
import { createPopulated } from './populated.ts';
import { longest, tryEveryCall } from './run.ts';
import { startSurroundings } from './surroundings.ts';
import type { Answer } from './tried.ts';

/** Heap that a whole app may have gained from all of it, bytes. */
const mostGained = 300 * 1024 * 1024;

/** The door that Electron's IPC has (main/hosts/electron/calls/index.ts), and all that structured clone carries to it. */
test(
  'whatever a window sends by IPC is answered or refused with a reason',
  async () => {
    const around = await startSurroundings();
    for (const [name, value] of Object.entries(around.environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { dataFolder } = around;
    const whole = await startWholeApp(
      {
        policy: { places: [tried(around.policyFile)], run: () => Promise.reject(new Error('run')) },
        dataPlace: createDataPlace(dataFolder, dataFolder),
        crashes: createCrashDumps(join(dataFolder, 'crashes')),
        openSignInWindow,
        chooseFolder: async () => around.folder(),
        ...{ kind: 'electron', platform: 'linux 6.1 x64' },
      },
      dataFolder,
    );
    const pool = createPool();
    const met = new Set<string>();
    let listener: ((event: IpcMainInvokeEvent, ...args: unknown[]) => unknown) | undefined;
    answerCalls({
      ipcMain: {
        handle(channel, given) {
          expect(channel).toBe(channels.call);
          listener = given;
        },
      },
      isOwn: () => true,
      call: whole.app.call,
    });
    const frame = { url: 'app://compute-desk/', parent: null };
    const event = { sender: { id: 1 }, senderFrame: frame } as IpcMainInvokeEvent;
    const send = async (name: string, input: unknown): Promise<Answer> => {
      const carried = cloned(input);
      // As deep as this nothing leaves a window either.
      if (carried === null) return { ok: false, error: { code: 'call-too-deep' } };
      const result = deserialize(serialize(await listener?.(event, name, carried.input))) as Answer;
      if (result.ok === true) {
        met.add(name);
        pool.learn(name.split('.')[0] ?? '', result.value);
      }
      return result;
    };
    const populated = await createPopulated(send, around, pool);
    onTestFinished(() => populated.close());
    await populated.populate();
    const before = heapUsed();
    await tryEveryCall('by Electron’s door', {
      hostile: cloneValues,
      send,
      ...populated,
      beyondReach,
      async populate() {
        whole.events.forget();
        await populated.populate();
      },
      met,
      pool,
    });
    expect(heapUsed() - before).toBeLessThan(mostGained);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  },
  longest,
);

/** What is the web host's alone. */
const beyondReach = {
  'toolServers.signIn':
    'only a service has a sign-in, and only a user in a browser ends it; test/integration/chat/tool-servers/sign-in.test.ts does',
  'toolForms.answer':
    'a form waits only while a server of tools asks during a call of a model; test/integration/chat/tool-servers/forms.test.ts answers them',
  'session.openTab':
    'Electron shows the provider’s pages in windows: the tab’s origin is made by the web host’s server, which is not there',
};

const tried = (path: string): PolicyPlace => {
  return { by: 'file', kind: 'tried', path, owners: null, ownFolder: false };
};

/** A window that shows nothing, whose provider asks for a certificate of the operating system. */
const openSignInWindow: NonNullable<Host['openSignInWindow']> = async (options) => {
  const certificate = {
    subject: 'CN=Grace',
    issuer: 'CN=An authority',
    fingerprint: 'ab'.repeat(32),
  };
  const [notBefore, notAfter] = ['2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  if (options.gateway === null) {
    const offered = [{ ...certificate, notBefore, notAfter }];
    void options.selectClientCertificate('provider.example', offered);
  }
  return { close: async () => undefined, focus: () => undefined };
};

function cloned(input: unknown): { readonly input: unknown } | null {
  try {
    return { input: deserialize(serialize(input)) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
