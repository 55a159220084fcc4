/** How long, in milliseconds, work for the looks of a text may hold up a frame. */
export const slice = 4;

interface Job {
  readonly element: Node;
  readonly run: () => void;
}

const jobs: Job[] = [];
let isScheduled = false;

/**
 * Runs work on an element when there is time, a slice in every frame, oldest first. Work on elements
 * that are gone by then is dropped.
 */
export function enqueue(element: Node, run: () => void): void {
  jobs.push({ element, run });
  schedule();
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  nextFrame(work);
}

/** Where laying out what was done takes long, more is done at once, so that it is laid out less often. */
const longestSlice = 16;
let layout = 0;

function work(): void {
  isScheduled = false;
  const end = performance.now() + Math.min(longestSlice, Math.max(slice, layout / 2));
  let done = 0;
  for (const job of jobs) {
    done += 1;
    if (job.element.isConnected) perform(job);
    if (performance.now() > end) break;
  }
  jobs.splice(0, done);
  if (jobs.length === 0) return;
  schedule();
  const start = performance.now();
  afterPaint(() => {
    layout = performance.now() - start;
  });
}

/** A fault of one job is its own: the others go on. */
function perform({ run }: Job): void {
  try {
    run();
  } catch (cause) {
    reportError(cause);
  }
}

/** Calls back in the next frame, or soon when the page is not shown and has no frames. */
export function nextFrame(callback: () => void): () => void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    callback();
  };
  const frame = requestAnimationFrame(once);
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
