import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of CPU that all threads of a process have used. */
export function cpuSeconds(pid: number): number {
  return secondsIn(`/proc/${pid}/stat`);
}

/** The same of its main thread alone. */
export function mainThreadSeconds(pid: number): number {
  return secondsIn(`/proc/${pid}/task/${pid}/stat`);
}

function secondsIn(file: string): number {
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // proc(5): utime and stime are fields 14 and 15, in ticks of 1/100 s; the cut took the first two away
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory in bytes: all of it, and the part that is not shared with files. */
export function memory(pid: number): { resident: number; anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
  return { resident: bytes('VmRSS'), anonymous: bytes('RssAnon') };
}

/** How often the threads of a process have gone to sleep, and so were woken: work that is counted, not timed. */
export function wakeUps(pid: number): number {
  const told = (thread: string): number => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? Number.NaN);
  };
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + told(thread), 0);
}
