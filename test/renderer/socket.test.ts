// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { deepestMessage, idOf, largestMessage } from '../../preload/contract/wire.ts';
import { openSocketBridge } from '../../renderer/client/socket.ts';

/** A connection that is open at once and writes down what is sent. */
class OpenSocket extends EventTarget {
  static readonly OPEN = 1;
  static last: OpenSocket;
  static sent: string[] = [];
  readonly readyState = 1;
  constructor() {
    super();
    OpenSocket.last = this;
  }
  send(text: string): void {
    OpenSocket.sent.push(text);
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  OpenSocket.sent = [];
});

test.each([
  ['of ASCII', 'x'.repeat(largestMessage)],
  ['of characters of three bytes', '日'.repeat(largestMessage / 3)],
])('a call that is too large %s is refused before it is sent', async (_, large) => {
  vi.stubGlobal('WebSocket', OpenSocket);
  const bridge = openSocketBridge();
  expect(await bridge.invoke('chat.send', { large })).toMatchObject({
    ok: false,
    error: { code: 'call-too-large', details: { limit: largestMessage } },
  });
  expect(OpenSocket.sent).toEqual([]);

  void bridge.invoke('chat.send', { large: large.slice(0, large.length - 1000) });
  expect(OpenSocket.sent).toHaveLength(1);
});

test('what cannot be handed over or read is an error of its call', async () => {
  vi.stubGlobal('WebSocket', OpenSocket);
  const bridge = openSocketBridge();
  const input = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
  const error = { ok: false, error: { code: 'call-too-deep', details: { limit: deepestMessage } } };
  expect(await bridge.invoke('chat.send', input)).toMatchObject(error);
  expect(OpenSocket.sent).toEqual([]);

  const asked = [bridge.invoke('a', {}), bridge.invoke('b', {}), bridge.invoke('c', {})];
  const [first, second, third] = OpenSocket.sent.map((text) => idOf(text));
  const say = (data: string) =>
    OpenSocket.last.dispatchEvent(new MessageEvent('message', { data }));
  say(`{"kind":"result","id":${first},"result":${'['.repeat(5000)}`);
  say(`{"kind":"result","id":${second},"result":{"ok":true,"value":{"$bytes":"%%%"}}}`);
  say(`{"kind":"result","id":${third},"result":{"ok":true,"value":{"$$bytes":"%%%"}}}`);
  expect(await Promise.all(asked)).toMatchObject([
    error,
    { ok: false, error: { code: 'contract-invalid-input' } },
    { ok: true, value: { $bytes: '%%%' } },
  ]);
});
