import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import {
  type MachineState,
  severity,
} from '../../../../preload/contract/machines/machine-states.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useResource } from '../../../kit/useResource.ts';
import { StateMark } from '../../../ui/index.ts';
import { keyOf, type ListedMachine } from './filter.ts';
import { availableShare, sumOf } from './sums.ts';

interface GroupedMachinesProps {
  readonly systemId: string;
  readonly span: HistorySpan;
  readonly machines: readonly ListedMachine[];
  /** Renders the machines of one group. */
  readonly children: (machines: readonly ListedMachine[]) => ReactNode;
}

/** The machines by the user's groups, ungrouped ones last; groups can be folded. */
export default function GroupedMachines(props: GroupedMachinesProps) {
  const { systemId, span, machines, children } = props;
  const language = useLanguage();
  const { value } = useResource('machineHistory.availability', { systemId, span });
  const times = new Map(value?.machines.map((machine) => [keyOf(machine), machine]));
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  return groupsOf(machines, language).map(({ name, members }) => {
    const open = !folded.has(name);
    const told = members.flatMap((machine) => times.get(keyOf(machine)) ?? []);
    const toggle = () => {
      const others = [...folded].filter((one) => one !== name);
      setFolded(new Set(open ? [...others, name] : others));
    };
    return (
      <Group
        key={name}
        name={name}
        members={members}
        open={open}
        share={availableShare(sumOf(told))}
        onToggle={toggle}
      >
        {open && children(members)}
      </Group>
    );
  });
}

function Group(props: {
  readonly name: string;
  readonly members: readonly ListedMachine[];
  readonly open: boolean;
  readonly share: number | null;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  const { name, members, open, share, onToggle, children } = props;
  const t = useT();
  const format = useFormat();
  const Chevron = open ? ChevronDown : ChevronRight;
  const title = name === '' ? t('machines.group.none') : name;
  const notUp = members.filter(({ state }) => state !== 'up').length;
  return (
    <section aria-label={title} className="pb-2">
      <h2 className="flex items-center gap-2 px-2 pt-2 pb-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex h-7 min-w-0 items-center gap-1.5 rounded-small px-1 font-semibold hover:bg-hover"
        >
          <Chevron size={14} aria-hidden />
          <span className="truncate">{title}</span>
        </button>
        <StateMark state={worstOf(members)} silent />
        <span className="tabular text-small text-text-soft">
          {notUp === 0
            ? t('machines.group.up', { count: members.length })
            : t('machines.group.notUp', { count: notUp, all: members.length })}
        </span>
        <span className="tabular ml-auto pr-2 text-small">
          {share !== null && t('machines.group.available', { share: format.share(share) })}
        </span>
      </h2>
      {children}
    </section>
  );
}

/** Groups by name, ungrouped machines last; the order within each stays. */
function groupsOf(machines: readonly ListedMachine[], language: string) {
  const groups = new Map<string, ListedMachine[]>();
  for (const machine of machines) {
    const known = groups.get(machine.group);
    if (known === undefined) groups.set(machine.group, [machine]);
    else known.push(machine);
  }
  const names = new Intl.Collator(language, { numeric: true });
  return [...groups]
    .map(([name, members]) => ({ name, members }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || names.compare(a.name, b.name));
}

function worstOf(machines: readonly ListedMachine[]): MachineState {
  return machines.reduce<MachineState>(
    (worst, { state }) => (severity[state] < severity[worst] ? state : worst),
    'up',
  );
}
