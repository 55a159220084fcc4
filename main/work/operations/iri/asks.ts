import type { Ask, AskName } from '../../../../common/scripts/directives.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { countOf, megabytesOf, sortAsks } from '../asks.ts';
import type { Submission } from '../types.ts';

type Fields = Readonly<Record<string, Json>>;

/** What a script asks for, as fields of a job, of its resources and of its attributes; v1 and v2. */
interface IriAsked {
  readonly job: Fields;
  readonly resources: Fields;
  readonly attributes: Fields;
  readonly unsent: readonly Ask[];
}

export function iriFields({ nodes, asks = [] }: Submission): IriAsked {
  const job = sortAsks(asks, jobField);
  const resources = sortAsks(job.unsent, (ask) => resourceField(ask, nodes ?? 1));
  const attributes = sortAsks(resources.unsent, attributeField);
  return {
    job: job.fields,
    resources: resources.fields,
    attributes: attributes.fields,
    unsent: attributes.unsent,
  };
}

const paths: Partial<Record<AskName, string>> = {
  output: 'stdout_path',
  error: 'stderr_path',
  input: 'stdin_path',
};

/** A pattern as in `slurm-%j.out` is Slurm's: the API knows none, so it would be a name as it stands. */
function jobField({ name, value }: Ask): Fields | null {
  const field = paths[name];
  return field === undefined || value.includes('%') ? null : { [field]: value };
}

const counts: Partial<Record<AskName, string>> = {
  ntasks: 'process_count',
  'ntasks-per-node': 'processes_per_node',
  'cpus-per-task': 'cpu_cores_per_process',
  'gpus-per-task': 'gpu_cores_per_process',
};

function resourceField({ name, value }: Ask, nodes: number): Fields | null {
  if (name === 'exclusive') return value === '' ? { exclusive_node_use: true } : null;
  if (name === 'mem') {
    const megabytes = megabytesOf(value) ?? 0;
    // Slurm means each node; the API does not say whether it does.
    return megabytes === 0 || nodes !== 1 ? null : { memory: megabytes * 1024 * 1024 };
  }
  const field = counts[name];
  const number = field === undefined ? null : countOf(value);
  return field === undefined || number === null ? null : { [field]: number };
}

function attributeField({ name, value }: Ask): Fields | null {
  if (name === 'reservation') return { reservation_id: value };
  return name === 'constraint' ? { custom_attributes: { constraint: value } } : null;
}
