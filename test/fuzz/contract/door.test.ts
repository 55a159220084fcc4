import { deserialize, serialize } from 'node:v8';
import type { IpcMainInvokeEvent } from 'electron';
import { expect, onTestFinished, test } from 'vitest';
import { answerCalls } from '../../../main/hosts/electron/calls.ts';
import { channels } from '../../../preload/channels.ts';
import { heapUsed } from '../../support/processes/heap.ts';
import { startWholeApp } from '../../support/processes/whole-app.ts';
import { cloneValues } from './hostile-values.ts';
import { createPool } from './pool.ts';
import { createPopulated } from './populated.ts';
import { longest, tryEveryCall } from './run.ts';
import type { Answer } from './tried.ts';

/** Heap that a whole app may have gained from all of it, bytes. */
const mostGained = 300 * 1024 * 1024;

/** The door that Electron's IPC has (main/hosts/electron/calls.ts), and all that structured clone carries to it. */
test(
  'whatever a window sends by IPC is answered or refused with a reason',
  async () => {
    const whole = await startWholeApp();
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
    const populated = await createPopulated(send, whole.folder, pool);
    onTestFinished(() => populated.close());
    await populated.populate();
    const before = heapUsed();
    await tryEveryCall('by Electron’s door', {
      hostile: cloneValues,
      send,
      ...populated,
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

function cloned(input: unknown): { readonly input: unknown } | null {
  try {
    return { input: deserialize(serialize(input)) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
