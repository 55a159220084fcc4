import { Ellipsis, Eye, EyeOff, ListChecks, Pencil, Pin, PinOff, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores, useSystem } from '../../../../kit/index.ts';
import { screens } from '../../../../kit/screens.ts';
import { useNarrow } from '../../../../kit/useNarrow.ts';
import {
  Button,
  cx,
  Facts,
  IconButton,
  Menu,
  Mono,
  StateMark,
  useNowAs,
} from '../../../../ui/index.ts';
import type { ListedMachine } from '../filter.ts';
import { nodesOf, noteOf } from '../record.ts';
import type { Choices } from '../useChoices.ts';
import { startOf, type Times } from '../useTimes.ts';
import { MachineHistory } from './MachineHistory.tsx';
import { MachineOwn } from './MachineOwn.tsx';
import { NotifyButton, NotifyResult, useNotifyMachine } from './NotifyMachine.tsx';

interface MachineDetailProps {
  readonly machine: ListedMachine;
  readonly times: Times;
  readonly choices: Choices;
  readonly onClose: () => void;
}

/** One machine beside the others: how it is, how it was, and last the server's record, unchanged. */
export default function MachineDetail({ machine, times, choices, onClose }: MachineDetailProps) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const { name, nth, ownName, pinned, hidden, note, group } = machine;
  const save = (change: { readonly pinned?: boolean; readonly hidden?: boolean }) =>
    choices.setMachine({ name, nth, pinned, hidden, ownName, note, group, ...change });

  // while it is rendered: after that the list may be inert, and the focus gone
  const [before] = useState(() => document.activeElement);
  const panel = useRef<HTMLElement>(null);
  const covers = useRef(useNarrow());
  useEffect(() => {
    if (covers.current) panel.current?.focus();
    return () => {
      // return the focus to the row if it was in here
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [before]);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t('machines.detail.title', { name })}
      onKeyDown={(event) => {
        const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && inside) onClose();
      }}
      className="flex w-90 shrink-0 flex-col outline-0 border-line border-l bg-surface max-[70rem]:w-80 max-[44rem]:absolute max-[44rem]:inset-0 max-[44rem]:z-20 max-[44rem]:w-full"
    >
      <header className="flex min-h-14 shrink-0 items-center gap-1 border-line border-b py-2 pr-3 pl-5">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-heading font-semibold">{ownName === '' ? name : ownName}</h2>
          {ownName !== '' && <p className="truncate text-small text-text-soft">{name}</p>}
        </div>
        <Button
          variant="quiet"
          size="small"
          icon={Pencil}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          {t('machines.own.edit')}
        </Button>
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={t('machines.own.more', { name })} />}
          items={[
            {
              id: 'pin',
              label: pinned ? t('machines.own.unpin') : t('machines.own.pin'),
              icon: pinned ? PinOff : Pin,
              onSelect: () => save({ pinned: !pinned }),
            },
            {
              id: 'hide',
              label: hidden ? t('machines.own.show') : t('machines.own.hide'),
              icon: hidden ? Eye : EyeOff,
              onSelect: () => save({ hidden: !hidden }),
            },
          ]}
        />
        <IconButton icon={X} label={t('common.close')} keys="escape" onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 py-4">
        {editing && <MachineOwn machine={machine} choices={choices} />}
        <Present machine={machine} times={times} systemId={choices.value?.systemId ?? null} />
        {choices.value && <MachineHistory systemId={choices.value.systemId} machine={machine} />}
      </div>
    </section>
  );
}

const minute = 60_000;

/** How the machine is now, as far as the record and the user say. */
function Present({
  machine,
  times,
  systemId,
}: Pick<MachineDetailProps, 'machine' | 'times'> & { readonly systemId: string | null }) {
  const t = useT();
  const format = useFormat();
  const { route } = useStores();
  const system = useSystem();
  const hasJobs = system?.computeApi != null;
  const hasFiles = system !== null && !screens.files.absent(system);
  const notify = useNotifyMachine(systemId, machine);
  const { state, status, record, note, group } = machine;
  const { at, before } = startOf(machine, times);
  // whole minutes that have passed: beside it the table counts the first by the second
  const lasted = useNowAs((now) => Math.floor((now - at) / minute) * minute);
  const message = noteOf(record);
  const nodes = nodesOf(record);
  const fact = (label: string, value: string | null) =>
    value === null || value === '' ? [] : [{ label, value }];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateMark state={state} />
        <span className="tabular text-text-soft">
          {!before &&
            lasted >= minute &&
            t('machines.detail.for', { duration: format.duration(lasted) })}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {hasJobs && (
          <Button
            size="small"
            icon={ListChecks}
            onClick={() => route.go({ screen: 'jobs', job: `on:${machine.name}` })}
          >
            {t('frame.screens.jobs')}
          </Button>
        )}
        {hasFiles && (
          <Button
            size="small"
            icon={screens.files.icon}
            onClick={() => route.go({ screen: 'files', machine: machine.name })}
          >
            {t('frame.screens.files')}
          </Button>
        )}
        <NotifyButton notify={notify} />
      </div>
      <NotifyResult notify={notify} name={machine.ownName || machine.name} />
      <Facts
        items={[
          ...fact(t('machines.columns.note'), message),
          ...(nodes === null
            ? []
            : [{ label: t('machines.nodes.title'), value: <Nodes {...nodes} /> }]),
          {
            label: t('machines.columns.since'),
            value: before
              ? t('machines.since.before', { when: format.dateTime(at) })
              : format.dateTime(at),
          },
          { label: t('machines.columns.status'), value: <Mono>{status}</Mono> },
          ...fact(t('machines.own.group'), group),
          ...fact(t('machines.own.note'), note),
        ]}
      />
    </div>
  );
}

function Nodes({ available, total }: { readonly available: number; readonly total: number }) {
  const t = useT();
  const format = useFormat();
  const text = t('machines.nodes.available', {
    available: format.number(available),
    total: format.number(total),
  });
  return (
    <span className="tabular flex items-center justify-between gap-2">
      <span>{text}</span>
      <span
        aria-hidden
        className="h-1.5 w-16 min-w-6 shrink-999 overflow-hidden rounded-full bg-pressed forced-color-adjust-none max-[70rem]:hidden"
      >
        <span
          className={cx('block h-full', available === total ? 'bg-up' : 'bg-degraded')}
          style={{ width: `${Math.min(100, (100 * available) / Math.max(1, total))}%` }}
        />
      </span>
    </span>
  );
}
