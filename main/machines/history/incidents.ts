import { type MachineState, severity } from '../../../preload/contract/machines/machine-states.ts';

/** A raw value from `at` (ms since 1970) on; null if answers left the machine out. */
export interface Transition {
  readonly at: number;
  readonly status: string | null;
  readonly state: MachineState;
}

/** An incident (not up); `to` is null while it lasts. */
export interface Outage {
  readonly from: number;
  readonly to: number | null;
  /** Its worst state. */
  readonly state: MachineState;
}

/** @param transitions of one machine, in order */
export function findOutages(transitions: readonly Transition[]): Outage[] {
  const found: Outage[] = [];
  for (const { at, state } of transitions) {
    const last = found.at(-1);
    const lasting = last?.to === null ? last : undefined;
    if (lasting === undefined) {
      if (state !== 'up') found.push({ from: at, to: null, state });
    } else if (state === 'up') found.splice(-1, 1, { ...lasting, to: at });
    else if (severity[state] < severity[lasting.state]) found.splice(-1, 1, { ...lasting, state });
  }
  return found;
}
