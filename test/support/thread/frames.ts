import type { Locator } from 'playwright';

/** Where what is watched stood in a frame as it was painted, in pixels from the view's upper edge. */
interface Frame {
  readonly top: number;
  readonly bottom: number;
  /** The view's height. */
  readonly height: number;
}

export interface Watch {
  /** How what is watched left the page, for a failure's message; empty while it is there. */
  left(): Promise<string>;
  /** Waits until so many more frames were painted. @returns the last of them */
  frames(count: number): Promise<Frame>;
  /** Ends it. @returns every frame since its beginning */
  stop(): Promise<readonly Frame[]>;
}

/**
 * Watches a scrolled view frame by frame, as painted: an intersection observer that begins in a frame is told the
 * places that the frame is painted with.
 * @param what `end`: all that scrolls; `reading`: the piece of text at the view's upper edge
 */
export async function watchFrames(log: Locator, what: 'end' | 'reading'): Promise<Watch> {
  const handle = await log.evaluateHandle(async (view, kind) => {
    const box = view.getBoundingClientRect();
    const read = (): Element | undefined => {
      // the first block that begins in view, or the innermost one that fills it
      const blocks = [...view.querySelectorAll('[data-words], [data-words] *')].filter((block) => {
        if (getComputedStyle(block).display.startsWith('inline')) return false;
        // what is left out of the layout is nowhere for an observer
        if (!block.checkVisibility({ contentVisibilityAuto: true })) return false;
        const { top, bottom, height } = block.getBoundingClientRect();
        return height > 0 && bottom > box.top + 2 && top < box.bottom - 40;
      });
      const topOf = (block: Element) => block.getBoundingClientRect().top;
      const [first] = blocks
        .filter((block) => topOf(block) >= box.top)
        .sort((one, other) => topOf(one) - topOf(other));
      return first ?? blocks.at(-1);
    };
    const find = () => (kind === 'end' ? view.firstElementChild : read());
    let target = find();
    // rows that are not fetched yet have nothing to read
    while (!target) {
      await new Promise(requestAnimationFrame);
      target = find();
    }
    const watched = target;
    const row = watched.closest('[data-index]');
    // as it happens: a row that is taken out comes back as another element
    let left = '';
    const rows = () =>
      [...view.querySelectorAll('[data-index]')].map((one) => one.getAttribute('data-index'));
    const departures = new MutationObserver(() => {
      if (left !== '' || watched.isConnected) return;
      const what = row?.isConnected === false ? 'with its row' : 'within its row';
      left = `${watched.tagName} left ${what} ${row?.getAttribute('data-index')} of ${rows().join(' ')}`;
    });
    departures.observe(view, { childList: true, subtree: true });
    const seen: { top: number; bottom: number; height: number; time: number }[] = [];
    let on = true;
    const next = () => {
      if (!on) return;
      const observer = new IntersectionObserver(
        ([entry]) => {
          observer.disconnect();
          const root = entry?.rootBounds;
          if (!entry || !root) return;
          const { top, bottom } = entry.boundingClientRect;
          // what has left the page is nowhere
          const gone = !watched.isConnected;
          seen.push({
            top: gone ? Number.NaN : top - root.top,
            bottom: bottom - root.top,
            height: root.height,
            time: entry.time,
          });
          // on a slow computer the observers of several frames are told together, in any order
          seen.sort((one, other) => one.time - other.time);
        },
        { root: view },
      );
      observer.observe(watched);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    return {
      seen,
      left: () => left,
      stop: () => {
        on = false;
        departures.disconnect();
      },
    };
  }, what);
  return {
    async frames(count) {
      return handle.evaluate(
        ({ seen }, more) =>
          new Promise<Frame>((resolve) => {
            const wanted = seen.length + more;
            const look = () => {
              const last = seen.at(-1);
              if (seen.length >= wanted && last) resolve(last);
              else requestAnimationFrame(look);
            };
            look();
          }),
        count,
      );
    },
    left: () => handle.evaluate((watch) => watch.left()),
    async stop() {
      const seen = await handle.evaluate((watch) => {
        watch.stop();
        return watch.seen;
      });
      await handle.dispose();
      return seen;
    },
  };
}
