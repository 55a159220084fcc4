/** What runs in the page: each function stands alone, because its text is sent there. */
export interface Probe {
  /**
   * Milliseconds from the next press of a button to the frame in which a message is drawn whole, at the
   * end of the view, and nothing of it moves any more in the frames after.
   */
  drawn(messageId: string): Promise<number>;
  /** Counts frames for some time, and the pixels scrolled. */
  frames(ms: number): Promise<{ frames: number; ms: number; passed: number }>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

export function installProbe(): void {
  const calm = 6;
  window.probe = {
    drawn: (messageId) =>
      new Promise((resolve) => {
        let pressed = 0;
        addEventListener(
          'click',
          (event) => {
            pressed = event.timeStamp;
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
        let before = '';
        let since = 0;
        let same = 0;
        const state = (): string => {
          const message = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
          const view = message?.closest('[role="log"]');
          if (!message || !view || message.querySelector('[aria-busy="true"]')) return '';
          if (view.scrollHeight - view.scrollTop - view.clientHeight > 2) return '';
          const { top, height } = message.getBoundingClientRect();
          return `${view.scrollTop} ${view.scrollHeight} ${top} ${height} ${view.textContent?.length}`;
        };
        const look = (): void => {
          const now = state();
          if (now === '' || now !== before) {
            before = now;
            same = 0;
            const channel = new MessageChannel();
            channel.port1.onmessage = () => {
              since = performance.now();
              channel.port1.close();
            };
            channel.port2.postMessage(null);
          } else {
            same += 1;
            if (same >= calm) {
              resolve(since - pressed);
              return;
            }
          }
          requestAnimationFrame(look);
        };
      }),
    frames: (ms) =>
      new Promise((resolve) => {
        const view = document.querySelector('[role="log"]');
        let passed = 0;
        let last = view?.scrollTop ?? 0;
        let frames = -1;
        let start = 0;
        const count = (now: number): void => {
          if (frames < 0) start = now;
          frames += 1;
          const top = view?.scrollTop ?? 0;
          passed += Math.abs(top - last);
          last = top;
          if (now - start >= ms) resolve({ frames, ms: now - start, passed });
          else requestAnimationFrame(count);
        };
        requestAnimationFrame(count);
      }),
  };
}

/** All nodes of the page, text and comments too. */
export function countNodes(): number {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 1;
  while (walker.nextNode() !== null) count += 1;
  return count;
}
