import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { channels } from '../../../../preload/channels.ts';
import type { CallResult } from '../../../../preload/contract/bridge.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Sender } from '../../../../preload/contract/index.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import { isAppUrl } from '../origin.ts';

export type CallFunction = (name: string, input: unknown, sender: Sender) => Promise<CallResult>;

/** Returns the sender by which main addresses a window's page, from the id of its WebContents. */
export function senderOf(contentsId: number): Sender {
  return { id: `window-${contentsId}` };
}

/**
 * Answers calls of the app's own windows: only from their main frames, and only while they show the app's own page.
 * Others get `contract-sender-refused` for any call.
 */
export function answerCalls(options: {
  ipcMain: Pick<IpcMain, 'handle'>;
  /** Returns whether a WebContents is one of the app's windows. */
  isOwn(contentsId: number): boolean;
  call: CallFunction;
}): void {
  const { ipcMain, isOwn, call } = options;
  const isTrusted = ({ sender, senderFrame }: IpcMainInvokeEvent): boolean =>
    isOwn(sender.id) &&
    senderFrame !== null &&
    senderFrame.parent === null &&
    isAppUrl(senderFrame.url);

  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown) => {
    if (!isTrusted(event)) return refusal(new AppError('contract-sender-refused'));
    if (typeof name !== 'string') return refusal(new AppError('contract-unknown-call'));
    return call(name, input, senderOf(event.sender.id));
  });
}

/** Returns the calls, and a promise that resolves once each one with these names was answered. */
export function noteAnswered(
  names: readonly string[],
  call: CallFunction,
): { readonly call: CallFunction; readonly answered: Promise<unknown> } {
  const waiting = new Map(names.map((name) => [name, withResolvers<void>()] as const));
  return {
    async call(name, input, sender) {
      const answer = await call(name, input, sender);
      waiting.get(name)?.resolve();
      return answer;
    },
    answered: Promise.all([...waiting.values()].map(({ promise }) => promise)),
  };
}

function refusal(error: AppError): CallResult {
  return { ok: false, error: error.toData() };
}
