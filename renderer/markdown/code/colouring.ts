import { startWorker } from '../../client/trusted.ts';
import type { ColouredLine, Request, Response } from './protocol.ts';
import workerAddress from './worker.ts?worker&url';

interface Job {
  readonly request: Request;
  readonly receive: (lines: readonly ColouredLine[]) => void;
}

/** Timeout for some lines, ms; a language's rules can be made to run for ever. */
const patience = 10_000;
/** Maximum workers lost to timeouts. After that, code stays plain until the page is reloaded. */
const mostLost = 3;

const jobs: Job[] = [];
let worker: Worker | null = null;
let current: Job | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lost = 0;

/** Whether the worker is not created yet, which takes 10 ms. */
export const isFirst = (): boolean => worker === null;

/** Colours lines in one worker for all code on the page. Code that it cannot colour stays plain. */
export function colour(request: Request, receive: Job['receive']): void {
  jobs.push({ request, receive });
  next();
}

function next(): void {
  if (current !== null || lost >= mostLost) return;
  current = jobs.shift() ?? null;
  if (current === null) return;
  worker ??= createWorker();
  worker.postMessage(current.request);
  timer = setTimeout(giveUp, patience);
}

function createWorker(): Worker {
  const created = startWorker(workerAddress);
  created.addEventListener('message', ({ data }: MessageEvent<Response>) => {
    if (created === worker && data.id === current?.request.id) done(data.lines);
  });
  created.addEventListener('error', giveUp);
  return created;
}

/** The current code stays plain; the rest continues with a new worker. */
function giveUp(): void {
  worker?.terminate();
  worker = null;
  lost += 1;
  done([]);
}

function done(lines: readonly ColouredLine[]): void {
  clearTimeout(timer);
  const job = current;
  current = null;
  job?.receive(lines);
  next();
}
