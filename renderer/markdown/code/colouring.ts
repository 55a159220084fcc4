import { startWorker } from '../../client/trusted.ts';
import type { ColouredLine, Request, Response } from './protocol.ts';
import workerAddress from './worker.ts?worker&url';

interface Job {
  readonly request: Request;
  readonly receive: (lines: readonly ColouredLine[]) => void;
}

/** Milliseconds that some lines may take; the rules of a language can be made to take for ever. */
const patience = 10_000;
/** Workers that are ended for that. Then code stays plain until the page is loaded again. */
const mostLost = 3;

const jobs: Job[] = [];
let worker: Worker | null = null;
let current: Job | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lost = 0;

/** Whether making the worker is still to come, which takes 10 ms. */
export const isFirst = (): boolean => worker === null;

/** Has lines coloured; one worker serves all code on the page. Code that it cannot colour stays plain. */
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

/** What it works on stays plain; the others go on with a new worker. */
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
