import type { Submission } from '../types.ts';

/** A directive of Slurm: `#SBATCH --nodes=2`. */
const directive = /^#SBATCH\b/;

/**
 * Writes what the API has no field for into the script, after its own directives, the last of which counts. A script
 * for PBS stays as it is.
 */
export function scriptWith(
  script: string,
  { nodes, limitSeconds, array }: Pick<Submission, 'nodes' | 'limitSeconds' | 'array'>,
): string {
  const more = [
    ...(nodes === null ? [] : [`--nodes=${nodes}`]),
    ...(limitSeconds === null ? [] : [`--time=${Math.max(1, Math.ceil(limitSeconds / 60))}`]),
    ...(array === null ? [] : [`--array=${array}`]),
  ];
  const lines = script.split('\n');
  if (more.length === 0 || lines.some((line) => /^#PBS\b/.test(line))) return script;
  const first = lines[0]?.startsWith('#!') === true ? 1 : 0;
  const body = lines.findIndex((line, at) => at >= first && !/^\s*(#|$)/.test(line));
  const before = body === -1 ? lines.length : body;
  const last = lines.slice(0, before).findLastIndex((line) => directive.test(line));
  lines.splice(Math.max(first, last + 1), 0, ...more.map((option) => `#SBATCH ${option}`));
  return lines.join('\n');
}
