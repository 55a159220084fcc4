import type { ServerResponse } from 'node:http';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { begin, type Script } from '../../../support/servers/fake-genai.ts';

export interface Expected {
  readonly state: Message['state'];
  readonly code?: string;
  readonly content?: string;
  readonly reasoning?: string;
  readonly details?: object;
}
export type Fault = readonly [
  name: string,
  scripts: Script | readonly Script[],
  expected: Expected,
];

/** A first 400 or 422 may be about `stream_options`, so it is asked once more without. */
export const twice = (script: Script): Script[] => [script, script];
export const thrice = (script: Script): Script[] => [script, script, script];
export const raw =
  (text: string | Uint8Array, headers: Record<string, string> = {}): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    response.end(text);
  };
export const told = (text: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
export const done = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
export const after =
  (end: (response: ServerResponse) => void): Script =>
  async (response) => {
    begin(response);
    await new Promise<void>((resolve) => response.write(told('part'), () => resolve()));
    end(response);
  };
/** Closes once the text has been delivered, so that what was sent has arrived. */
export const reset: Script = (response) => {
  begin(response);
  response.write(told('part'));
  setTimeout(() => response.socket?.resetAndDestroy(), 100);
};
export const nothing = (): void => undefined;
export const cut: Expected = { state: 'interrupted', code: 'stream-interrupted', content: 'part' };
export const whole: Expected = { state: 'complete', content: 'answer' };
