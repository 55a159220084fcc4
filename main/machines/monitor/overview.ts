import type {
  Machine,
  MachineState,
  MachinesState,
} from '../../../preload/contract/machines/machines.ts';
import { gapReason } from './gaps.ts';

/** From the best to the worst; the tray shows one of them. */
const order = ['up', 'maintenance', 'unknown', 'degraded', 'unreachable', 'down'] as const;
type Worst = (typeof order)[number];

/** A machine that is not up, with its system. */
export interface MachineInTrouble {
  readonly systemId: string;
  readonly system: string;
  readonly name: string;
  readonly state: MachineState;
  readonly status: string;
}

/** Summary of everything polled. */
export interface Overview {
  /** Null while nothing is known of any. */
  readonly worst: Worst | null;
  /** Machines that are not up, the worst first; without those of an unreachable Web API. */
  readonly troubled: readonly MachineInTrouble[];
  /** Number of further ones, left out. */
  readonly more: number;
}

const most = 8;

export function overviewOf(
  states: readonly MachinesState[],
  nameOf: (systemId: string) => string,
): Overview {
  const worsts: Worst[] = [];
  const found: MachineInTrouble[] = [];
  for (const { systemId, machines, problem } of states) {
    if (problem !== null) {
      worsts.push(gapReason('answer', problem.code) === 'unreachable' ? 'unreachable' : 'unknown');
      continue;
    }
    worsts.push(...machines.map(({ state }) => state));
    const system = nameOf(systemId);
    const notUp = machines.filter(({ state }) => state !== 'up');
    found.push(
      ...notUp.map(({ name, state, status }: Machine) => ({
        systemId,
        system,
        name,
        state,
        status,
      })),
    );
  }
  const rank = (worst: Worst) => order.indexOf(worst);
  const worst = worsts.reduce<Worst | null>(
    (so, one) => (so === null || rank(one) > rank(so) ? one : so),
    null,
  );
  const sorted = found.sort((a, b) => rank(b.state) - rank(a.state));
  return { worst, troubled: sorted.slice(0, most), more: Math.max(0, sorted.length - most) };
}
