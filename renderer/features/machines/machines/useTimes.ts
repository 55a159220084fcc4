import { useDeferredValue, useMemo } from 'react';
import type { ResourceValue } from '../../../../preload/contract/index.ts';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import { useResource } from '../../../kit/useResource.ts';
import { keyOf, type ListedMachine } from './filter.ts';
import { availableShare, sumOf } from './sums.ts';

/** Observed time of one machine in a span. */
export interface ObservedTime {
  /** Time up as a share of the observed time in which it was up, degraded or down; null without any. */
  readonly available: number | null;
  /** Observed time, ms. */
  readonly observed: number;
  /** When it was first seen; since when it has its status, if that was in generated history. Ms since 1970. */
  readonly first: number;
  readonly since: number | undefined;
}

/** Observed time of all machines in a span. */
export interface Times {
  readonly of: ReadonlyMap<string, ObservedTime>;
  /** The longest observed time, which most machines have, ms. */
  readonly most: number;
  /** The system is new: there is too little to tell of any machine. */
  readonly isNew: boolean;
  readonly generatedUntil: number | null;
}

/** From this on availability says something, ms. */
export const minimumObserved = 3_600_000;

/**
 * Maintenance, planned or reported by the machine, and unknown raw values count neither for a machine nor against it.
 */
function timesOf(value: ResourceValue<'machineHistory.availability'> | null): Times {
  const of = new Map<string, ObservedTime>();
  let most = 0;
  for (const machine of value?.machines ?? []) {
    const { up = 0, degraded = 0, down = 0, maintenance = 0, unknown = 0 } = machine.time;
    const observed = up + degraded + down + maintenance + unknown;
    const available = availableShare(machine.aside ? sumOf([machine]) : machine.time);
    const { first, since } = machine;
    most = Math.max(most, observed);
    of.set(keyOf(machine), { available, observed, first, since });
  }
  const isNew = value !== null && most < minimumObserved;
  return { of, most, isNew, generatedUntil: value?.generatedUntil ?? null };
}

export function useTimes(systemId: string | undefined, span: HistorySpan): Times {
  const key = systemId === undefined ? null : { systemId, span };
  const availability = useDeferredValue(useResource('machineHistory.availability', key).value);
  return useMemo(() => timesOf(availability), [availability]);
}

/** Returns whether a machine was observed for clearly less time than most. */
export function differsFrom(most: number, time: ObservedTime | undefined): boolean {
  return time !== undefined && time.observed < most * 0.98;
}

/** Since when a machine has its status: `before` means that it already had it when it was first seen. */
export interface Start {
  readonly at: number;
  readonly before: boolean;
}

export function startOf(machine: ListedMachine, { of, generatedUntil }: Times): Start {
  const at = Date.parse(machine.since);
  const time = of.get(keyOf(machine));
  if (time?.since !== undefined && at <= (generatedUntil ?? 0)) {
    return { at: time.since, before: false };
  }
  return { at, before: time !== undefined && at <= time.first };
}
