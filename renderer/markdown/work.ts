/** Milliseconds per frame for formatting work. */
export const slice = 4;

interface Job {
  readonly element: Node;
  readonly run: Work;
}

/** Returns the number of small elements created, if there are many. */
type Work = () => number;

/** Small elements per frame: layout and paint take eight times as long as creating them. */
const mostElements = 500;

const jobs: Job[] = [];
let isScheduled = false;

/** Runs work on an element when there is time, a slice per frame, oldest first. Work on removed elements is dropped. */
export function enqueue(element: Node, run: Work): void {
  jobs.push({ element, run });
  if (isScheduled) return;
  isScheduled = true;
  const wait = endedAt + pause - performance.now();
  if (wait > 0) setTimeout(() => nextFrame(work), wait);
  else nextFrame(work);
}

/** Debounce when the queue was empty, ms: each frame with a change costs more than that. */
const pause = 100;
let endedAt = Number.NEGATIVE_INFINITY;

/** If layout is slow, slices are longer, so that there are fewer layouts. */
const longestSlice = 16;
let layout = 0;

function work(): void {
  // not proportional to the layout time: each slice would be longer than the one before
  const end = performance.now() + Math.min(longestSlice, Math.max(slice, layout / 4));
  let done = 0;
  let elements = 0;
  for (const job of jobs) {
    done += 1;
    if (job.element.isConnected) elements += perform(job);
    if (elements >= mostElements || performance.now() > end) break;
  }
  jobs.splice(0, done);
  if (jobs.length === 0) {
    isScheduled = false;
    endedAt = performance.now();
    return;
  }
  nextFrame(work);
  const start = performance.now();
  afterPaint(() => {
    layout = performance.now() - start;
  });
}

/** Runs a job; its error does not affect the others. */
function perform({ run }: Job): number {
  try {
    return run();
  } catch (cause) {
    reportError(cause);
    return 0;
  }
}

/** Somebody has typed since the last paint; undefined before the first query. */
let isTyping: boolean | undefined;

function watchTyping(): void {
  isTyping = false;
  const typed = (): void => {
    if (isTyping) return;
    isTyping = true;
    requestAnimationFrame(() => {
      afterPaint(() => {
        isTyping = false;
      });
    });
  };
  addEventListener('keydown', typed, { capture: true, passive: true });
}

/**
 * Calls back in the next frame, or the one after if somebody types: the frame that shows a letter has nothing else to
 * do. Uses a timer if the page is hidden and has no frames.
 */
export function nextFrame(callback: () => void): () => void {
  if (isTyping === undefined) watchTyping();
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    callback();
  };
  let frame = requestAnimationFrame(() => {
    if (isTyping) frame = requestAnimationFrame(once);
    else once();
  });
  const timer = setTimeout(once, 250);
  return () => {
    isDone = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

/** Calls back after this frame's changes are laid out and painted. */
export function afterPaint(callback: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    callback();
  };
  channel.port2.postMessage(null);
}
