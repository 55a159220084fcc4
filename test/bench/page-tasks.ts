interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** What Chromium is to trace for `taskTimes`. */
export const tracedCategories = ['toplevel', '__metadata'];

/** Processor time of the page's tasks in ms: unlike their duration it does not grow with the machine's load. */
export function taskTimes(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(
      ({ name, ph, pid, tid }) =>
        ph === 'X' && name.endsWith('::RunTask') && pages.has(`${pid} ${tid}`),
    )
    .map(({ tdur = 0 }) => tdur / 1000);
}
