// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { largestMessage } from '../../preload/contract/wire.ts';
import { openSocketBridge } from '../../renderer/client/socket.ts';

/** A connection that is open at once and writes down what is sent. */
class OpenSocket extends EventTarget {
  static readonly OPEN = 1;
  static sent: string[] = [];
  readonly readyState = 1;
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
