import { useDeferredValue, useMemo } from 'react';
import type { ResourceValue } from '../../../../preload/contract/index.ts';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import { useResource } from '../../../kit/useResource.ts';
import { keyOf, type Listed } from './filter.ts';
import { availableShare, sumOf } from './sums.ts';

/** Observed time of one machine in a span. */
export interface Told {
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
  readonly of: ReadonlyMap<string, Told>;
  /** The longest observed time, which most machines have, ms. */
  readonly most: number;
  /** The system is new: there is too little to tell of any machine. */
  readonly isNew: boolean;
  readonly generatedUntil: number | null;
}

/** From this on availability says something, ms. */
export const enough = 3_600_000;

/**
 * Maintenance, planned or reported by the machine, and unknown raw values count neither for a machine nor against it.
 */
function timesOf(value: ResourceValue<'machineHistory.availability'> | null): Times {
  const of = new Map<string, Told>();
  let most = 0;
  for (const machine of value?.machines ?? []) {
    const { up = 0, degraded = 0, down = 0, maintenance = 0, unknown = 0 } = machine.time;
    const observed = up + degraded + down + maintenance + unknown;
    const available = availableShare(machine.aside ? sumOf([machine]) : machine.time);
    const { first, since } = machine;
    most = Math.max(most, observed);
    of.set(keyOf(machine), { available, observed, first, since });
  }
  const isNew = value !== null && most < enough;
  return { of, most, isNew, generatedUntil: value?.generatedUntil ?? null };
}

export function useTimes(systemId: string | undefined, span: HistorySpan): Times {
  const key = systemId === undefined ? null : { systemId, span };
  const told = useDeferredValue(useResource('machineHistory.availability', key).value);
  return useMemo(() => timesOf(told), [told]);
}

/** Returns whether a machine was observed for clearly less time than most. */
export function differsFrom(most: number, told: Told | undefined): boolean {
  return told !== undefined && told.observed < most * 0.98;
}

/** Since when a machine has its status: `before` means that it already had it when it was first seen. */
export interface Start {
  readonly at: number;
  readonly before: boolean;
}

export function startOf(machine: Listed, { of, generatedUntil }: Times): Start {
  const at = Date.parse(machine.since);
  const told = of.get(keyOf(machine));
  if (told?.since !== undefined && at <= (generatedUntil ?? 0)) {
    return { at: told.since, before: false };
  }
  return { at, before: told !== undefined && at <= told.first };
}
