import { useDeferredValue, useMemo, useState } from 'react';
import type { MachineChoice } from '../../../../preload/contract/machines/machine-choices.ts';
import type { Machine } from '../../../../preload/contract/machines/machines.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { byTrouble } from '../../../kit/index.ts';
import { createListing, type ListedMachine } from './filter.ts';

/** Pinned machines first; among both groups, trouble first. */
function inOrder(machines: readonly ListedMachine[], language: string): readonly ListedMachine[] {
  const sorted = byTrouble(machines, language);
  return [...sorted.filter(({ pinned }) => pinned), ...sorted.filter((one) => !one.pinned)];
}

/** Returns the machines with the user's settings: in the original order, and in list order. */
export function useRows(machines: readonly Machine[], chosen: readonly MachineChoice[]) {
  const language = useLanguage();
  const [listing] = useState(createListing);
  // renders thousands of machines between frames, not before the next one
  const machinesNow = useDeferredValue(machines);
  const all = useMemo(() => listing(machinesNow, chosen), [listing, machinesNow, chosen]);
  const rows = useMemo(() => inOrder(all, language), [all, language]);
  return { all, rows };
}
