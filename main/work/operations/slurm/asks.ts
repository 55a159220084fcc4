import type { Ask, AskName } from '../../../../common/scripts/directives.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { type Asked, countOf, megabytesOf, sortAsks } from '../asks.ts';
import type { Submission } from '../types.ts';

type Fields = Readonly<Record<string, Json>>;

/** The same in all interfaces. */
const counts: Partial<Record<AskName, string>> = {
  ntasks: 'tasks',
  'ntasks-per-node': 'tasks_per_node',
  'ntasks-per-socket': 'tasks_per_socket',
  'ntasks-per-core': 'tasks_per_core',
  'cpus-per-task': 'cpus_per_task',
  'threads-per-core': 'threads_per_core',
};
const texts: Partial<Record<AskName, string>> = {
  qos: 'qos',
  dependency: 'dependency',
  constraint: 'constraints',
  reservation: 'reservation',
  licenses: 'licenses',
  wckey: 'wckey',
  output: 'standard_output',
  error: 'standard_error',
  input: 'standard_input',
  'mail-user': 'mail_user',
};
const memories: Partial<Record<AskName, string>> = {
  mem: 'memory_per_node',
  'mem-per-cpu': 'memory_per_cpu',
};
const devices: Partial<Record<AskName, string>> = {
  gres: 'tres_per_node',
  gpus: 'tres_per_job',
  'gpus-per-node': 'tres_per_node',
  'gpus-per-socket': 'tres_per_socket',
  'gpus-per-task': 'tres_per_task',
};
const nodeLists: Partial<Record<AskName, string>> = {
  exclude: 'excluded_nodes',
  nodelist: 'required_nodes',
};
/** What `sbatch` means by its words for mails. */
const mails: Readonly<Record<string, readonly string[]>> = {
  NONE: [],
  BEGIN: ['BEGIN'],
  END: ['END'],
  FAIL: ['FAIL'],
  REQUEUE: ['REQUEUE'],
  STAGE_OUT: ['STAGE_OUT'],
  INVALID_DEPEND: ['INVALID_DEPENDENCY'],
  ARRAY_TASKS: ['ARRAY_TASKS'],
  TIME_LIMIT: ['TIME=100%'],
  TIME_LIMIT_90: ['TIME=90%'],
  TIME_LIMIT_80: ['TIME=80%'],
  TIME_LIMIT_50: ['TIME=50%'],
  ALL: ['BEGIN', 'END', 'FAIL', 'INVALID_DEPENDENCY', 'REQUEUE', 'STAGE_OUT'],
};

/**
 * What a script asks for as fields of slurmrestd, by the descriptions of v0.0.38 and of v0.0.40 to v0.0.42, as Slurm
 * 22.05 and 24.11 take them; v0.0.39 gets the fields of v0.0.40, but no devices.
 * @param minor the last number of the interface
 */
export function slurmFields(submission: Submission, minor: number): Asked {
  const { fields, unsent } = sortAsks(submission.asks ?? [], (ask) =>
    minor <= 38 ? oldField(ask) : newField(ask, minor),
  );
  return { fields: { ...fields, ...(minor > 38 && leastCpus(submission, fields)) }, unsent };
}

function oldField(ask: Ask): Fields | null {
  const { name, value } = ask;
  // Slurm 22.05 was tried: it refuses its own fields for these.
  if (devices[name] !== undefined) return null;
  const memory = memories[name];
  const megabytes = memory === undefined ? null : megabytesOf(value);
  if (memory !== undefined) return megabytes === null ? null : { [memory]: megabytes };
  if (name === 'nodes') return { nodes: rangeOf(value) };
  if (name === 'mail-type') return mailsOf(value) === null ? null : { mail_type: value };
  if (name === 'open-mode') return isOpenMode(value) ? { open_mode: value.toLowerCase() } : null;
  if (name === 'exclusive') {
    return ['user', 'mcs'].includes(value) ? { exclusive: value } : null;
  }
  return sameField(ask);
}

function newField(ask: Ask, minor: number): Fields | null {
  const { name, value } = ask;
  const device = devices[name];
  if (device !== undefined) {
    const kind = name === 'gres' ? '' : 'gpu:';
    // How v0.0.39 writes them is not known here.
    if (value === 'none' || minor === 39) return null;
    return {
      [device]: value
        .split(',')
        .map((one) => `gres/${kind}${one.replace(/^gres[:/]/, '')}`)
        .join(','),
    };
  }
  const memory = memories[name];
  const number = memory === undefined ? null : megabytesOf(value);
  if (memory !== undefined) {
    return number === null ? null : { [memory]: { set: true, infinite: false, number } };
  }
  if (name === 'nodes') {
    const [least, most] = rangeOf(value);
    return { minimum_nodes: least, maximum_nodes: most };
  }
  const list = nodeLists[name];
  if (list !== undefined) return { [list]: [value] };
  const mail = name === 'mail-type' ? mailsOf(value) : null;
  if (name === 'mail-type') return mail === null ? null : { mail_type: mail };
  if (name === 'open-mode') return isOpenMode(value) ? { open_mode: [value.toUpperCase()] } : null;
  if (name === 'exclusive') {
    if (!['', 'user', 'mcs'].includes(value)) return null;
    // `exclusive` is gone after v0.0.41, where it is deprecated; `shared` says the same.
    if (minor <= 40) return { exclusive: [value === '' ? 'true' : value] };
    return { shared: [value === '' ? 'none' : value] };
  }
  return sameField(ask);
}

const rangeOf = (value: string): [number, number] => {
  const [least = 0, most = 0] = value.split('-').map(Number);
  return [least, most];
};

function sameField({ name, value }: Ask): Fields | null {
  const text = texts[name];
  if (text !== undefined) return { [text]: value };
  const count = counts[name];
  const number = count === undefined ? null : countOf(value);
  if (count !== undefined) return number === null ? null : { [count]: number };
  if (name === 'nice') {
    // `sbatch` lowers the priority by 100 if it is not told by how much.
    return /^-?\d{0,9}$/.test(value) && value !== '-' ? { nice: Number(value || 100) } : null;
  }
  if (value !== '') return null;
  if (name === 'hold') return { hold: true };
  return name === 'requeue' || name === 'no-requeue' ? { requeue: name === 'requeue' } : null;
}

const isOpenMode = (value: string): boolean => /^(append|truncate)$/i.test(value);

function mailsOf(value: string): string[] | null {
  const words = value.toUpperCase().split(',');
  if (!words.every((word) => Object.hasOwn(mails, word))) return null;
  return [...new Set(words.flatMap((word) => mails[word] ?? []))];
}

/** The CPUs of all tasks, which `sbatch` counts and sends beside what was asked for. */
function leastCpus({ nodes }: Submission, fields: Fields): Fields {
  const { tasks, tasks_per_node: onEach, cpus_per_task: each } = fields;
  if (tasks === undefined && onEach === undefined && each === undefined) return {};
  const all = Number(tasks ?? Number(onEach ?? 1) * (nodes ?? 1)) * Number(each ?? 1);
  return all > 0x7f_ff_ff_ff ? {} : { minimum_cpus: all };
}
