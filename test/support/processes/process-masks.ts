import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessMask {
  readonly pid: number;
  readonly command: string;
  /** Octal, as `/proc` says it. */
  readonly mask: string;
}

/** A process and all below it, with the mask of each; Linux only. A process that ends meanwhile is left out. */
export function masksBelow(pid: number): ProcessMask[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const of = (field: string) => new RegExp(`^${field}:\\s*(\\S+)`, 'm').exec(status)?.[1];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [
          { pid: Number(name), parent: Number(of('PPid')), mask: of('Umask') ?? '', command },
        ];
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause) return [];
        throw cause;
      }
    });
  const found = new Set([pid]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const one of all) if (found.has(one.parent)) found.add(one.pid);
  }
  return all.filter((one) => found.has(one.pid));
}
