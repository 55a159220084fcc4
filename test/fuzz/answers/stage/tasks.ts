import type { CDPSession } from 'playwright';

/** What a page's main thread did in one go. */
export interface Task {
  /** Processor time in milliseconds: what others do on the machine does not count. */
  readonly cpu: number;
  /** The last mark before its end. */
  readonly mark: string;
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
}

/** Begins the names of marks (`performance.mark`), which tell the page's thread from others. */
export const markPrefix = 'answer ';

/** Records every task of the page until it is stopped, longest first; a page that is loaded again included. */
export async function recordTasks(session: CDPSession): Promise<{ stop(): Promise<Task[]> }> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => {
    for (const event of value as TraceEvent[]) {
      if (event.name === 'RunTask' || event.name.startsWith(markPrefix)) events.push(event);
    }
  };
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'],
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
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      cpu: tdur / 1000,
      mark: marks.findLast((mark) => mark.ts <= ts + dur)?.name.slice(markPrefix.length) ?? '',
    }))
    .sort((one, other) => other.cpu - one.cpu);
}
