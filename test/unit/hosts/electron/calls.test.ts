import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, test } from 'vitest';
import {
  answerCalls,
  noteAnswered,
  senderOf,
} from '../../../../main/hosts/electron/calls/index.ts';
import { channels } from '../../../../preload/channels.ts';
import type { CallResult } from '../../../../preload/contract/bridge.ts';

const ownId = 7;

interface Frame {
  url: string;
  parent: object | null;
}
const mainFrame: Frame = { url: 'app://compute-desk/', parent: null };

function listen() {
  const calls: unknown[][] = [];
  let listener: ((event: IpcMainInvokeEvent, ...args: unknown[]) => unknown) | undefined;
  answerCalls({
    ipcMain: {
      handle(channel, given) {
        expect(channel).toBe(channels.call);
        listener = given;
      },
    },
    isOwn: (id) => id === ownId,
    async call(...args) {
      calls.push(args);
      return { ok: true, value: 'answered' };
    },
  });
  const invoke = (frame: Frame | null, contentsId: number, ...args: unknown[]) => {
    const event = { sender: { id: contentsId }, senderFrame: frame } as IpcMainInvokeEvent;
    return listener?.(event, ...args) as Promise<CallResult>;
  };
  return { calls, invoke };
}

describe('who may call', () => {
  test('the main frame of an own window that shows the app', async () => {
    const { calls, invoke } = listen();
    const result = await invoke(mainFrame, ownId, 'settings.update', { theme: 'dark' });
    expect(result).toEqual({ ok: true, value: 'answered' });
    expect(calls).toEqual([['settings.update', { theme: 'dark' }, senderOf(ownId)]]);
  });

  test.each([
    { who: 'another WebContents', frame: mainFrame, id: 8 },
    { who: 'a frame inside the page', frame: { ...mainFrame, parent: {} }, id: ownId },
    { who: 'a frame that is gone', frame: null, id: ownId },
    { who: 'a page of the web', frame: { ...mainFrame, url: 'https://compute-desk/' }, id: ownId },
    { who: 'another host', frame: { ...mainFrame, url: 'app://compute-desk.evil/' }, id: ownId },
    { who: 'user info', frame: { ...mainFrame, url: 'app://compute-desk@evil/' }, id: ownId },
    { who: 'a port', frame: { ...mainFrame, url: 'app://compute-desk:1/' }, id: ownId },
    { who: 'about:blank', frame: { ...mainFrame, url: 'about:blank' }, id: ownId },
    { who: 'no address', frame: { ...mainFrame, url: '' }, id: ownId },
  ])('not $who', async ({ frame, id }) => {
    const { calls, invoke } = listen();
    expect(await invoke(frame, id, 'app.info')).toMatchObject({
      ok: false,
      error: { code: 'contract-sender-refused' },
    });
    expect(calls).toEqual([]);
  });

  test.each([undefined, 1, null, ['app.info'], { toString: () => 'app.info' }])(
    'a name that is no text is not called: %s',
    async (name) => {
      const { calls, invoke } = listen();
      expect(await invoke(mainFrame, ownId, name)).toMatchObject({
        ok: false,
        error: { code: 'contract-unknown-call' },
      });
      expect(calls).toEqual([]);
    },
  );
});

test('it is noted when each of the named calls was answered', async () => {
  const asked: string[] = [];
  const { call, answered } = noteAnswered(['a.first', 'a.second'], async (name) => {
    asked.push(name);
    return { ok: true, value: name };
  });
  let isNoted = false;
  void answered.then(() => {
    isNoted = true;
  });
  const sender = senderOf(ownId);
  await call('a.first', undefined, sender);
  await call('a.first', undefined, sender);
  expect(await call('a.other', undefined, sender)).toEqual({ ok: true, value: 'a.other' });
  expect(isNoted).toBe(false);
  await call('a.second', undefined, sender);
  await answered;
  expect(asked).toEqual(['a.first', 'a.first', 'a.other', 'a.second']);
});
