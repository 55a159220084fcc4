import { type MachineState, severity } from '../../preload/contract/machines/machine-states.ts';
import type { Machine, MachinesState } from '../../preload/contract/machines/machines.ts';

/** Sorts machines: trouble first, then by name. */
export function byTrouble<M extends Machine>(machines: readonly M[], language: string): M[] {
  const names = new Intl.Collator(language, { numeric: true });
  return [...machines].sort(
    (a, b) => severity[a.state] - severity[b.state] || names.compare(a.name, b.name),
  );
}

export function countNotUp(state: MachinesState | null): number {
  return state?.machines.filter((machine) => machine.state !== 'up').length ?? 0;
}

/**
 * Returns the worst state among the machines. `unknown` while nothing is known or after a failed check: an unreachable
 * API does not mean that a machine is down.
 */
export function worstState(state: MachinesState | null): MachineState {
  if (!state || state.problem || state.machines.length === 0) return 'unknown';
  return state.machines.reduce<MachineState>(
    (worst, machine) => (severity[machine.state] < severity[worst] ? machine.state : worst),
    'up',
  );
}
