import { useState } from 'react';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import { useT } from '../../../i18n/index.ts';
import { Button, cx, enterReader } from '../../../ui/index.ts';
import { Availability } from './Availability.tsx';
import { HistoryBar, RecentChecks } from './columns.tsx';
import { keyOf, type ListedMachine } from './filter.ts';
import { MachineName, NoMatch, stateText } from './MachinesTable.tsx';
import { noteOf } from './record.ts';
import { differsFrom, type Times } from './useTimes.ts';

interface MachineCardsProps {
  readonly systemId: string;
  readonly machines: readonly ListedMachine[];
  readonly span: HistorySpan;
  readonly times: Times;
  readonly old: boolean;
  readonly openName: string | null;
  readonly onOpen: (machine: ListedMachine) => void;
  readonly onClear: () => void;
}

/** Maximum cards drawn at once: each requests its bar, and thousands would keep main busy. */
const atOnce = 100;

/** Machines as cards: for a few machines, readable from a distance. */
export default function MachineCards(props: MachineCardsProps) {
  const { systemId, machines, span, times, old, openName, onOpen, onClear } = props;
  const t = useT();
  const [most, setMost] = useState(atOnce);
  if (machines.length === 0) {
    return (
      <div className="py-8 text-center text-text-soft">
        <NoMatch onClear={onClear} />
      </div>
    );
  }
  return (
    <div className={cx(old && 'opacity-85 grayscale')}>
      <ul
        aria-label={t('frame.screens.machines')}
        onKeyDown={enterReader}
        className="grid grid-cols-[repeat(auto-fill,minmax(15.5rem,1fr))] gap-3 px-3 pt-1"
      >
        {machines.slice(0, most).map((machine) => {
          const key = keyOf(machine);
          const { name, nth, state, note, record } = machine;
          const told = times.of.get(key);
          return (
            <li
              key={key}
              className={cx(
                // skips layout far out of view
                'relative rounded-card border bg-surface p-3 [content-visibility:auto] [contain-intrinsic-height:8rem]',
                'has-[[data-row-button]:focus-visible]:outline-2 has-[[data-row-button]:focus-visible]:outline-focus',
                openName === key ? 'border-accent' : 'border-line hover:border-line-strong',
              )}
            >
              <button
                type="button"
                data-row-button
                aria-current={openName === key || undefined}
                onClick={() => onOpen(machine)}
                className="block max-w-full text-left outline-0 after:absolute after:inset-0"
              >
                <MachineName machine={machine} />
              </button>
              <p className="mt-1.5 flex items-baseline justify-between gap-2">
                <span className={stateText[state]}>{t(`common.state.${state}`)}</span>
                <Availability time={told} differs={differsFrom(times.most, told)} />
              </p>
              <div className="relative z-1 mt-1.5">
                {times.isNew ? (
                  <RecentChecks
                    systemId={systemId}
                    name={name}
                    nth={nth}
                    state={state}
                    fewer={false}
                  />
                ) : (
                  <HistoryBar systemId={systemId} span={span} name={name} nth={nth} />
                )}
              </div>
              <p className="mt-1 truncate text-small text-text-soft">
                {(note === '' ? noteOf(record) : note) ?? '\u00a0'}
              </p>
            </li>
          );
        })}
      </ul>
      {machines.length > most && (
        <p className="px-3 pt-2">
          <Button size="small" variant="quiet" onClick={() => setMost(most + atOnce)}>
            {t('machines.page.more', { count: machines.length - most })}
          </Button>
        </p>
      )}
    </div>
  );
}
