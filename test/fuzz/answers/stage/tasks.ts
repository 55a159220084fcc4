import type { CDPSession } from 'playwright';

/** What a page's main thread did in one go. */
export interface Task {
  /** Processor time in milliseconds: what others do on the machine does not count. */
  readonly cpu: number;
  /** The last mark before its end. */
  readonly mark: string;
  /** What took most of it, for whoever looks for the cause. */
  readonly parts: string;
}

interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: {
    readonly elementCount?: number;
    readonly data?: {
      readonly type?: string;
      readonly functionName?: string;
      readonly lineNumber?: number;
    };
  };
}

/** Microseconds of processor time from which a part of a task is told. */
const partFrom = 20_000;

/** Begins the names of marks (`performance.mark`), which tell the page's thread from others. */
export const markPrefix = 'answer ';

/** Records every task of the page until it is stopped, longest first; a page that is loaded again included. */
export async function recordTasks(session: CDPSession): Promise<{ stop(): Promise<Task[]> }> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => {
    for (const event of value as TraceEvent[]) {
      const { name, tdur = 0 } = event;
      if (name === 'RunTask' || name.startsWith(markPrefix) || tdur > partFrom) events.push(event);
    }
  };
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'blink.user_timing',
      ],
    },
  });
  return {
    async stop() {
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await complete;
      session.off('Tracing.dataCollected', collect);
      return tasksOf(events);
    },
  };
}

function tasksOf(events: readonly TraceEvent[]): Task[] {
  const marks = events
    .filter(({ name }) => name.startsWith(markPrefix))
    .sort((one, other) => one.ts - other.ts);
  const threads = new Set(marks.map(({ pid, tid }) => `${pid} ${tid}`));
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
    .map((task) => {
      const { ts, dur = 0, tdur = 0 } = task;
      const mark = marks.findLast((one) => one.ts <= ts + dur);
      return {
        cpu: tdur / 1000,
        mark: mark?.name.slice(markPrefix.length) ?? '',
        parts: tdur > 5 * partFrom ? partsOf(task, events) : '',
      };
    })
    .sort((one, other) => other.cpu - one.cpu);
}

function partsOf({ pid, tid, ts, dur = 0 }: TraceEvent, events: readonly TraceEvent[]): string {
  const within = events.filter(
    (event) =>
      event.name !== 'RunTask' &&
      event.pid === pid &&
      event.tid === tid &&
      event.ts >= ts &&
      event.ts + (event.dur ?? 0) <= ts + dur,
  );
  return within
    .map(({ name, tdur = 0, args }) => {
      const { type, functionName, lineNumber } = args?.data ?? {};
      const called = functionName === undefined ? undefined : `${functionName}:${lineNumber}`;
      const of = type ?? called ?? args?.elementCount;
      return `${name}${of === undefined ? '' : ` of ${of}`} ${Math.round(tdur / 1000)}`;
    })
    .join(', ');
}
