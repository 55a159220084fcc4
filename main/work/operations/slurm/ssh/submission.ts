import { readDirectives } from '../../../../../common/scripts/directives.ts';
import { AppError } from '../../../../../preload/contract/errors.ts';
import type { Submission } from '../../types.ts';

const shapes = {
  name: /^\w[\w.,:+@-]{0,199}$/,
  queue: /^\w[\w.,-]{0,199}$/,
  project: /^\w[\w.@-]{0,199}$/,
  array: /^\d[\d,:%-]{0,199}$/,
  folder: /^\/[\w./+@-]{0,999}$/,
  marker: /^\w[\w .-]{0,99}$/,
};

/**
 * The command that submits a script which it reads. What the script's directives say is not repeated: `sbatch` reads
 * them itself, so any text may stand there. Other values become words of the command, and are plain.
 * @throws AppError `ssh-word-refused`
 */
export function submitCommand(submission: Submission): readonly string[] {
  const { script, nodes, limitSeconds, marker } = submission;
  const said = readDirectives(script, 'slurm');
  const words = ['sbatch', '--parsable'];
  const add = (option: string, field: keyof typeof shapes & keyof Submission): void => {
    const value = submission[field];
    if (value === null) return;
    if (field !== 'marker' && said[field]?.value === value) return;
    if (!shapes[field].test(value)) {
      throw new AppError('ssh-word-refused', { details: { name: value.slice(0, 200) } });
    }
    words.push(`--${option}=${value}`);
  };
  add('job-name', 'name');
  add('partition', 'queue');
  add('account', 'project');
  add('array', 'array');
  add('chdir', 'folder');
  if (nodes !== null && said.nodes?.value !== nodes) words.push(`--nodes=${nodes}`);
  if (limitSeconds !== null && said.limitSeconds?.value !== limitSeconds) {
    words.push(`--time=${Math.max(1, Math.ceil(limitSeconds / 60))}`);
  }
  if (marker !== null) {
    if (!shapes.marker.test(marker))
      throw new AppError('ssh-word-refused', { details: { name: marker } });
    words.push(`--comment='${marker}'`);
  }
  return words;
}
