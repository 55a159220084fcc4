import type { CDPSession } from 'playwright';

/** One reload: ms from its start to the frame in which one can write, and files asked for by then. */
export interface Reloaded {
  readonly usable: number;
  readonly requests: number;
}

/** Runs in the page: notes the frame in which one can write, and tells it by itself. */
function watchComposer(): void {
  const look = (): void => {
    const field = document.querySelector('textarea');
    if (!field || field.disabled || field.closest('[inert]') !== null) {
      requestAnimationFrame(look);
      return;
    }
    const usable = performance.now();
    const requests = performance.getEntriesByType('resource').length + 1;
    (globalThis as unknown as { tellReload(payload: string): void }).tellReload(
      JSON.stringify({ usable, requests }),
    );
  };
  requestAnimationFrame(look);
}

/** A question to the page would take its thread while it starts: it tells by itself. */
export async function reloads(session: CDPSession): Promise<() => Promise<Reloaded>> {
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'tellReload' });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watchComposer})()` });
  return async () => {
    const told = new Promise<Reloaded>((resolve) => {
      session.once('Runtime.bindingCalled', ({ payload }) => resolve(JSON.parse(payload)));
    });
    await session.send('Page.reload');
    return told;
  };
}
