/** How long, in milliseconds, work for the looks of a text may hold up a frame. */
export const slice = 4;

interface Job {
  readonly element: Node;
  readonly run: Work;
}

/** Returns how many small elements it made, where it makes many. */
type Work = () => number;

/** Small elements that are made in one frame: laid out and painted they take eight times as long as to make. */
const mostElements = 500;

const jobs: Job[] = [];
let isScheduled = false;

/**
 * Runs work on an element when there is time, a slice in every frame, oldest first. Work on elements
 * that are gone by then is dropped.
 */
export function enqueue(element: Node, run: Work): void {
  jobs.push({ element, run });
  if (isScheduled) return;
  isScheduled = true;
  const wait = endedAt + pause - performance.now();
  if (wait > 0) setTimeout(() => nextFrame(work), wait);
  else nextFrame(work);
}

/** After all was done, what comes gathers for so long, ms: each frame in which something changes costs more than that. */
const pause = 100;
let endedAt = Number.NEGATIVE_INFINITY;

/** Where laying out what was done takes long, more is done at once, so that it is laid out less often. */
const longestSlice = 16;
let layout = 0;

function work(): void {
  // not in the measure in which layout grows with what is done: each slice would be longer than the one before
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

/** A fault of one job is its own: the others go on. */
function perform({ run }: Job): number {
  try {
    return run();
  } catch (cause) {
    reportError(cause);
    return 0;
  }
}

/** Somebody has typed since the last frame was painted; undefined before anybody asked. */
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
 * Calls back in the next frame, in the one after if somebody types: the frame that shows a letter has nothing else to
 * do. Soon when the page is not shown and has no frames.
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

/** Calls back when what was changed in this frame is laid out and painted. */
export function afterPaint(callback: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    callback();
  };
  channel.port2.postMessage(null);
}
