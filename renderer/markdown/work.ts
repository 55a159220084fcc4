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

function work(): void {
  isScheduled = false;
  const end = performance.now() + slice;
  let done = 0;
  for (const job of jobs) {
    done += 1;
    if (job.element.isConnected) job.run();
    if (performance.now() > end) break;
  }
  jobs.splice(0, done);
  if (jobs.length > 0) schedule();
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
