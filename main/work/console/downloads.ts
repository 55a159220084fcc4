import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Sender } from '../../../preload/contract/index.ts';
import type { SavedFile } from '../../../preload/contract/shapes.ts';
import type { ConsoleDownload } from '../../../preload/contract/work/console-answers.ts';
import { safeFileName } from '../../base/files/file-name.ts';
import type { SaveStreamed } from '../../base/host.ts';
import type { StreamedAnswer } from '../../base/network/index.ts';
import { readRefusal, refusalError } from '../../base/network/refusal/index.ts';
import { createPartial } from '../../base/outside/index.ts';
import type { Outcome } from './rows.ts';
import type { Unfinished } from './unfinished.ts';

type PartialFile = Awaited<ReturnType<typeof createPartial>>;

/** Downloads in the list, of all systems. */
const mostListed = 100;
const reportEvery = 250;
/** Bytes of a refusal that are read for its words. */
const mostOfRefusal = 64 * 1024;

interface Task {
  readonly id: string;
  readonly systemId: string;
  readonly name: string;
  state: ConsoleDownload['state'];
  /** Of the last answer; null: none. */
  status: number | null;
  size: number | null;
  moved: number;
  rate: number | null;
  problem: ConsoleDownload['problem'];
  /** By what it goes on: a strong entity tag or a date; null: it starts over. */
  mark: string | null;
  /** Whether asking again has no effect. */
  readonly reads: boolean;
  running: AbortController | null;
  /** Wakes it from a pause: true goes on, false ends it. */
  wake: ((goOn: boolean) => void) | null;
  reportedAt: number;
}

/** Asks for the file, with these headers beside those of the request. */
type Fetch = (
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<StreamedAnswer>;

/** An entry of the history that waits for its outcome. */
export interface Begun {
  readonly id: string;
  readonly ended: (outcome: Outcome) => Promise<void>;
}

/** Answers that go to files of any size, where the user says; each waits for the disk. */
export function createDownloads(deps: {
  readonly saveStreamed: SaveStreamed;
  readonly changed: (systemId: string) => void;
  readonly unfinished: Pick<Unfinished, 'begun' | 'ended'>;
}) {
  const { unfinished } = deps;
  const all = new Map<string, Task>();
  const ends = new Map<string, Promise<unknown>>();

  const report = (task: Task, force: boolean): void => {
    const at = performance.now();
    if (!force && at - task.reportedAt < reportEvery) return;
    task.reportedAt = at;
    deps.changed(task.systemId);
  };
  const set = (task: Task, change: Partial<Task>): void => {
    Object.assign(task, change);
    report(task, true);
  };
  const taskOf = (systemId: string, id: string): Task => {
    const task = all.get(id);
    if (task?.systemId !== systemId) throw new AppError('not-found');
    return task;
  };
  const isEnded = ({ state }: Task): boolean => state === 'done' || state === 'cancelled';

  return {
    list: (systemId: string): ConsoleDownload[] =>
      [...all.values()]
        .filter((task) => task.systemId === systemId)
        .reverse()
        .map(viewOf),

    async start(
      of: {
        readonly systemId: string;
        readonly name: string;
        readonly reads: boolean;
        /** Called when the user has said where it goes. */
        readonly begin: () => Promise<Begun>;
      },
      fetch: Fetch,
      sender: Sender,
    ): Promise<SavedFile> {
      const name = safeFileName(of.name);
      const task: Task = {
        ...{
          id: randomUUID(),
          systemId: of.systemId,
          name,
          state: 'running',
          status: null,
          size: null,
          moved: 0,
        },
        ...{ rate: null, problem: null, mark: null, reads: of.reads },
        ...{ running: null, wake: null, reportedAt: 0 },
      };
      const write = async (target: string): Promise<void> => {
        all.set(task.id, task);
        for (const [id, one] of all) {
          if (all.size <= mostListed) break;
          if (isEnded(one)) all.delete(id);
        }
        const path = `${target}.part`;
        const file = await createPartial(path);
        try {
          await unfinished.begun(path);
          const { ended } = await of.begin();
          const began = performance.now();
          try {
            await fill(task, file, fetch, { set, report });
            if (!(await file.finish(target, 'create')))
              throw new AppError('file-exists', { details: { name } });
            set(task, { state: 'done' });
          } finally {
            const { status, moved, problem } = task;
            await ended({ status, durationMs: performance.now() - began, size: moved, problem });
          }
        } finally {
          await file.discard();
          unfinished.ended(path);
        }
      };
      const saving = deps.saveStreamed({ name, write }, sender);
      const settled = saving.then(
        () => undefined,
        () => undefined,
      );
      ends.set(task.id, settled);
      try {
        return await saving;
      } catch (cause) {
        if (cause instanceof AppError && cause.code === 'cancelled') return { kind: 'cancelled' };
        throw cause;
      } finally {
        ends.delete(task.id);
        if (!isEnded(task) && all.has(task.id)) set(task, { state: 'cancelled' });
      }
    },
    pause: (systemId: string, id: string): void => taskOf(systemId, id).running?.abort(),
    resume: (systemId: string, id: string): void => taskOf(systemId, id).wake?.(true),
    cancel(systemId: string, id: string): void {
      cancel(taskOf(systemId, id));
    },
    /** Ends and forgets those of a system; null: all. */
    async forget(systemId: string | null): Promise<void> {
      const own = [...all.values()].filter((one) => systemId === null || one.systemId === systemId);
      for (const task of own) cancel(task);
      await Promise.all(own.map(({ id }) => ends.get(id)));
      for (const { id } of own) all.delete(id);
    },
  };

  function cancel(task: Task): void {
    if (isEnded(task)) return;
    if (task.wake !== null) task.wake(false);
    else {
      set(task, { state: 'cancelled' });
      task.running?.abort();
    }
  }
}

const viewOf = ({ mark, ...task }: Task): ConsoleDownload => {
  const { id, systemId, name, state, size, moved, rate, problem } = task;
  return { id, systemId, name, state, size, moved, rate, problem, resumes: mark !== null };
};

interface Reporting {
  readonly set: (task: Task, change: Partial<Task>) => void;
  readonly report: (task: Task, force: boolean) => void;
}

/** Receives until the end, through pauses and failures that the user goes on from. */
async function fill(
  task: Task,
  file: PartialFile,
  fetch: Fetch,
  { set, report }: Reporting,
): Promise<void> {
  for (;;) {
    const controller = new AbortController();
    set(task, { state: 'running', problem: null, running: controller, rate: null });
    try {
      await receive(task, file, fetch, controller.signal, () => report(task, false));
      set(task, { running: null, size: file.size, moved: file.size });
      return;
    } catch (cause) {
      if (task.state === 'cancelled') throw new AppError('cancelled');
      const error = cause instanceof AppError ? cause : writingFailure(cause);
      const isPaused = controller.signal.aborted;
      const problem = isPaused ? null : error.toData();
      set(task, { state: isPaused ? 'paused' : 'failed', problem, running: null });
      const goesOn = await new Promise<boolean>((resolve) => {
        task.wake = resolve;
      });
      task.wake = null;
      if (!goesOn) {
        set(task, { state: 'cancelled' });
        throw isPaused ? new AppError('cancelled') : error;
      }
    }
  }
}

const writingFailure = (cause: unknown): AppError =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'
    ? new AppError('disk-full', { retryable: true, cause })
    : new AppError('internal', { cause });

async function receive(
  task: Task,
  file: PartialFile,
  fetch: Fetch,
  signal: AbortSignal,
  report: () => void,
): Promise<void> {
  const goesOn = file.size > 0 && task.mark !== null && task.reads;
  if (file.size > 0 && !task.reads) throw new AppError('download-once');
  const from = goesOn ? file.size : 0;
  const answer = await fetch(
    goesOn ? { range: `bytes=${from}-`, 'if-range': task.mark ?? '' } : {},
    signal,
  );
  try {
    if (!(await takeHead(task, file, answer, from))) return;
    report();
    const began = performance.now();
    const before = file.size;
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      await file.append(piece);
      task.moved = file.size;
      const seconds = (performance.now() - began) / 1000;
      task.rate = seconds > 0.5 ? (file.size - before) / seconds : null;
      report();
    }
  } finally {
    answer.body.on('error', () => undefined).destroy();
  }
  signal.throwIfAborted();
  if (task.size !== null && task.size !== file.size) throw wrongRange(answer);
}

/**
 * Learns the size and by what it goes on; what came before a changed file is dropped, and nothing else drops it. Returns
 * false if nothing more comes.
 */
async function takeHead(
  task: Task,
  file: PartialFile,
  answer: StreamedAnswer,
  from: number,
): Promise<boolean> {
  const { status, headers } = answer;
  task.status = status;
  if (status === 206 && from > 0) {
    const found = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '');
    const total = found?.[2] === '*' ? task.size : Number(found?.[2]);
    if (Number(found?.[1]) !== from || total !== task.size) throw wrongRange(answer);
    return true;
  }
  // Nothing is left after what is here: it is whole.
  if (status === 416 && from > 0 && task.size === from) return false;
  if (status < 200 || status > 299 || status === 206) throw await refusalOf(answer);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!/^(identity)?$/i.test(encoding.trim())) {
    const { host } = new URL(answer.url);
    throw new AppError('answer-encoding', {
      details: { host, encoding: encoding.slice(0, 100), reason: 'unknown' },
    });
  }
  await file.clear();
  const tag = headers.etag;
  const mark =
    tag !== undefined && !tag.startsWith('W/') ? tag : (headers['last-modified'] ?? null);
  const ranges = /^bytes$/i.test(headers['accept-ranges'] ?? '');
  const length = headers['content-length'];
  Object.assign(task, {
    moved: 0,
    size: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
    mark: ranges && task.reads ? mark : null,
  });
  return true;
}

const wrongRange = ({ url }: StreamedAnswer): AppError =>
  new AppError('answer-shape', {
    details: { host: new URL(url).host, found: 'content-range' },
  });

async function refusalOf(answer: StreamedAnswer): Promise<AppError> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    parts.push(piece);
    size += piece.length;
    if (size >= mostOfRefusal) break;
  }
  return refusalError(readRefusal({ ...answer, body: Buffer.concat(parts) }));
}
