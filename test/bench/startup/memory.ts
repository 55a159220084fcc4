import { readdirSync, readFileSync } from 'node:fs';

/** Proportional set size of processes, MB. */
export interface Memory {
  readonly all: number;
  /** Of the plain Node that does the work of a worker where Electron's has no `node:sqlite`. */
  readonly substitute: number;
  /** By what Chromium calls them. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** A process and all that it has started. */
export function memoryBelow(pid: number): Memory {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))] as const),
  );
  const own = new Set([pid]);
  for (let size = 0; size !== own.size; ) {
    size = own.size;
    for (const [one, parent] of parents) if (own.has(parent)) own.add(one);
  }
  const kinds: Record<string, number> = {};
  let all = 0;
  for (const one of own) {
    const size = pssOf(one);
    const kind = kindOf(one);
    all += size;
    kinds[kind] = (kinds[kind] ?? 0) + size;
  }
  return { all, substitute: kinds.node ?? 0, kinds };
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

function parentOf(pid: number): number {
  const stat = read(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

const pssOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;

function kindOf(pid: number): string {
  const args = read(pid, 'cmdline').split(/[\0 ]/);
  const value = (name: string) => args.find((one) => one.startsWith(`--${name}=`))?.split('=')[1];
  if (/\/node$/.test(args[0] ?? '')) return 'node';
  return value('utility-sub-type') ?? value('type') ?? 'main';
}
