import { seeded } from '../../../common/seeded.ts';

/** One element of the status list: the spec's two fields, and more in some records, as real ones have. */
export interface MachineRecord {
  readonly status: string;
  readonly machine: string;
  readonly queue?: number;
  readonly nodes?: { readonly total: number; readonly available: number };
  readonly message?: string;
}

export interface MachineOptions {
  /** Milliseconds between two steps; each step may change one machine. 0: nothing changes by itself. */
  readonly stepMs: number;
  readonly seed: number;
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
}

/** The demo's machines. Their states are a function of seed and time, computed on request: no timer runs. */
export interface Machines {
  list(): MachineRecord[];
  /** Sets a machine's status until a later step changes it; throws for unknown names. */
  set(machine: string, status: string, message?: string): void;
  /** Makes `steps` steps at once. */
  advance(steps: number): void;
}

interface Machine {
  readonly name: string;
  readonly nodes: number;
  status: string;
  message: string | undefined;
}

interface Trouble {
  readonly status: string;
  readonly message?: string;
  readonly share: number;
}

const fleet: readonly (readonly [name: string, nodes: number])[] = [
  ['login-1', 1],
  ['login-2', 1],
  ['cpu-main', 1536],
  ['gpu-main', 384],
  ['gpu-interactive', 24],
  ['large-memory', 16],
  ['visualisation', 8],
  ['storage', 40],
];

const troubles: readonly Trouble[] = [
  { status: 'NG', share: 0 },
  { status: 'NG', message: 'Scheduler does not answer', share: 0 },
  { status: 'degraded', message: 'Some nodes are being repaired', share: 0.6 },
  { status: 'under_maintenance', message: 'Regular maintenance', share: 0 },
];

/** Creates the fleet: all OK except one machine degraded and one under maintenance. */
export function createMachines(options: MachineOptions): Machines {
  const random = seeded(options.seed);
  const machines = fleet.map(
    ([name, nodes]): Machine => ({ name, nodes, status: 'OK', message: undefined }),
  );
  trouble(find(machines, 'gpu-interactive'), troubles[2]);
  trouble(find(machines, 'visualisation'), troubles[3]);
  const start = options.now();
  let taken = 0;

  const step = (): void => {
    const machine = machines[Math.floor(random() * machines.length)];
    if (!machine) return;
    const pick = troubles[Math.floor(random() * troubles.length)];
    const down = machines.filter((one) => one.status !== 'OK').length;
    // Most of the fleet stays up: a problem ends sooner than a new one begins.
    if (machine.status !== 'OK') trouble(machine, undefined);
    else if (down < 3) trouble(machine, pick);
  };
  const catchUp = (): void => {
    if (options.stepMs <= 0) return;
    const due = Math.floor((options.now() - start) / options.stepMs);
    // After a long sleep the past does not matter, only that something changed.
    taken = Math.max(taken, due - 100);
    for (; taken < due; taken += 1) step();
  };

  return {
    list: () => {
      catchUp();
      return machines.map((machine, index) => toRecord(machine, index));
    },
    set: (name, status, message) => {
      catchUp();
      Object.assign(find(machines, name), { status, message });
    },
    advance: (steps) => {
      catchUp();
      for (let index = 0; index < steps; index += 1) step();
    },
  };
}

function trouble(machine: Machine, what: Trouble | undefined): void {
  machine.status = what?.status ?? 'OK';
  machine.message = what?.message;
}

function toRecord(machine: Machine, index: number): MachineRecord {
  const share = troubles.find((one) => one.status === machine.status)?.share ?? 1;
  return {
    status: machine.status,
    machine: machine.name,
    ...(machine.nodes > 1 && {
      nodes: { total: machine.nodes, available: Math.floor(machine.nodes * share) },
    }),
    ...(machine.name.includes('main') && { queue: share === 0 ? 0 : 40 + index * 13 }),
    ...(machine.message !== undefined && { message: machine.message }),
  };
}

function find(machines: readonly Machine[], name: string): Machine {
  const machine = machines.find((one) => one.name === name);
  if (!machine) throw new Error(`the demo has no machine ${name}`);
  return machine;
}
