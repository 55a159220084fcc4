/** A job of the simulated cluster. Times are of its own clock, ms since 1970. */
export interface SimulatedJob {
  readonly id: string;
  readonly name: string;
  readonly script: string;
  readonly at: number;
  readonly task: number | null;
  cancelled: number | null;
}

export type Phase = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

export interface Cluster {
  submit(name: string, script: string): string;
  /** Of one job with its tasks, or of all. The clock moves on a second with each question for one. */
  jobs(id?: string): readonly SimulatedJob[];
  phase(job: SimulatedJob): { phase: Phase; start: number; end: number; exitCode: number };
  cancel(id: string): boolean;
  readonly files: Map<string, Buffer | null>;
  readonly now: () => number;
}

export class NoFile extends Error {}

/** A cluster whose clock moves only by what it is asked, so nothing depends on how fast the tests run. */
export function createCluster(): Cluster {
  const all: SimulatedJob[] = [];
  let clock = Date.now();
  let last = 1000;
  const files = new Map<string, Buffer | null>([
    ['/', null],
    ['/scratch', null],
    ['/scratch/user', null],
  ]);
  const phase: Cluster['phase'] = (job) => {
    const start = job.at + 1000;
    const sleeps = [...job.script.matchAll(/^sleep (\d+)/gm)];
    const length = sleeps.reduce((sum, [, seconds]) => sum + Number(seconds) * 1000, 0);
    const end = Math.min(start + length, job.cancelled ?? Number.POSITIVE_INFINITY);
    const failing = /SLURM_ARRAY_TASK_ID = (\d+) \]; then exit (\d+)/.exec(job.script);
    const own = Number(failing?.[1]) === job.task ? Number(failing?.[2]) : 0;
    const exitCode = failing === null ? Number(/^exit (\d+)/m.exec(job.script)?.[1] ?? 0) : own;
    if (job.cancelled !== null) return { phase: 'cancelled', start, end: job.cancelled, exitCode };
    if (clock < start) return { phase: 'waiting', start, end, exitCode };
    if (clock < end) return { phase: 'running', start, end, exitCode };
    return { phase: exitCode === 0 ? 'done' : 'failed', start, end, exitCode };
  };
  /** What a job says lies in its folder from its start on. */
  const print = ({ id, script }: SimulatedJob): void => {
    const said = [...script.matchAll(/^echo "([^"]*)"$/gm)].map(([, words]) => `${words}\n`);
    if (said.length > 0) files.set(`/scratch/user/slurm-${id}.out`, Buffer.from(said.join('')));
  };
  return {
    files,
    now: () => clock,
    phase,
    submit(name, script) {
      last += 1;
      const id = String(last);
      const range = /^#SBATCH --array=(\d+)-(\d+)/m.exec(script);
      const [from, to] = range === null ? [0, 0] : [Number(range[1]), Number(range[2])];
      for (let task = from; task <= to; task += 1) {
        all.push({
          id: range === null ? id : `${id}_${task}`,
          ...{ name, script, at: clock, cancelled: null },
          task: range === null ? null : task,
        });
      }
      return id;
    },
    jobs(id) {
      if (id === undefined) return all;
      clock += 1000;
      for (const job of all) if (phase(job).phase !== 'waiting') print(job);
      return all.filter((job) => job.id === id || job.id.startsWith(`${id}_`));
    },
    cancel(id) {
      const open = all.filter(
        (job) =>
          (job.id === id || job.id.startsWith(`${id}_`)) &&
          ['waiting', 'running'].includes(phase(job).phase),
      );
      for (const job of open) job.cancelled = clock;
      return open.length > 0;
    },
  };
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** What `ls`, `stat`, `rm` and the like would do. @throws NoFile */
export function fileSystem({ files }: Pick<Cluster, 'files'>) {
  const need = (path: string): Buffer | null => {
    const found = files.get(path);
    if (found === undefined) throw new NoFile(`${path}: No such file or directory`);
    return found;
  };
  return {
    need,
    list(path: string): { name: string; content: Buffer | null }[] {
      need(path);
      return [...files]
        .filter(([one]) => one !== '/' && parentOf(one) === path)
        .map(([one, content]) => ({ name: one.slice(one.lastIndexOf('/') + 1), content }));
    },
    write(path: string, content: Buffer | null): void {
      need(parentOf(path));
      files.set(path, content);
    },
    remove(path: string): void {
      need(path);
      for (const one of [...files.keys()]) {
        if (one === path || one.startsWith(`${path}/`)) files.delete(one);
      }
    },
    move(from: string, to: string): void {
      need(from);
      for (const [one, content] of [...files]) {
        if (one !== from && !one.startsWith(`${from}/`)) continue;
        files.delete(one);
        files.set(`${to}${one.slice(from.length)}`, content);
      }
    },
  };
}
