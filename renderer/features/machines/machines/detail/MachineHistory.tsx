import { type ReactNode, useState } from 'react';
import type { Incident } from '../../../../../preload/contract/machines/machine-history.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button, CopyButton, ErrorBar, Mono, StateMark, Time } from '../../../../ui/index.ts';
import type { ListedMachine } from '../filter.ts';
import { indented } from '../record.ts';
import { Fold, ShortList } from './Fold.tsx';
import { MachineAvailability } from './MachineAvailability.tsx';
import { IncidentItem, notifiedAt } from './MachineIncident.tsx';
import { MachineMaintenance } from './MachineMaintenance.tsx';

interface MachineHistoryProps {
  readonly systemId: string;
  readonly machine: ListedMachine;
}

/** Incidents shown at first. */
const few = 5;

/** A machine's last year: availability, incidents, and what few people look for, folded. */
export function MachineHistory({ systemId, machine }: MachineHistoryProps) {
  const t = useT();
  const { client } = useStores();
  const { name, nth } = machine;
  const { value, problem } = useResource('machineHistory.page', { systemId, name, nth });
  const notifications = useResource('notifications', { systemId }).value?.past ?? [];
  const own = useProblem();
  const note = (at: number, text: string) =>
    void own.attempt(() =>
      client.call('machineHistory.setIncidentNote', { systemId, name, nth, at, note: text }),
    );
  const drawn = (incident: Incident) => (
    <IncidentItem
      incident={incident}
      notifiedOn={notifiedAt(notifications, { name, nth }, incident)}
      onNote={note}
    />
  );
  // maintenance is announced, and no incident
  const stops = [...(value?.incidents ?? [])].reverse();
  const incidents = stops.filter(({ state }) => state !== 'maintenance');
  const maintained = stops.filter(({ state }) => state === 'maintenance');
  return (
    <>
      {(own.problem ?? problem) && <ErrorBar error={(own.problem ?? problem) as never} />}
      {value && (
        <>
          <MachineAvailability systemId={systemId} name={name} nth={nth} days={value.days} />
          <Incidents incidents={incidents} drawn={drawn} />
        </>
      )}
      <div className="flex flex-col">
        {value && (
          <>
            <MachineMaintenance
              systemId={systemId}
              machine={machine}
              past={maintained}
              drawn={drawn}
            />
            <Fold title={t('machines.page.transitions')} note={String(value.transitions.length)}>
              <ShortList
                none={t('machines.history.nothing')}
                items={[...value.transitions].reverse()}
                keyOf={({ at, status }) => `${at} ${status}`}
                item={({ at, status, state }) => (
                  <div className="flex items-center justify-between gap-2">
                    <span className="flex min-w-0 items-center gap-2">
                      <StateMark state={state} />
                      <Mono className="truncate text-text-soft">
                        {status ?? t('machines.page.absent')}
                      </Mono>
                    </span>
                    <Time at={at} className="text-small text-text-soft" />
                  </div>
                )}
              />
            </Fold>
            {value.fields.length > 0 && (
              <Fold title={t('machines.page.fields')} note={String(value.fields.length)}>
                <ShortList
                  none=""
                  items={[...value.fields].reverse()}
                  keyOf={({ at }) => String(at)}
                  item={({ at, changed }) => (
                    <div className="flex items-center justify-between gap-2">
                      <Mono className="min-w-0 wrap-anywhere text-text-soft">{changed}</Mono>
                      <Time at={at} className="text-small text-text-soft" />
                    </div>
                  )}
                />
              </Fold>
            )}
          </>
        )}
        <Fold title={t('machines.detail.record')}>
          <Raw text={indented(machine.record)} />
        </Fold>
      </div>
    </>
  );
}

function Incidents(props: {
  readonly incidents: readonly Incident[];
  readonly drawn: (incident: Incident) => ReactNode;
}) {
  const { incidents, drawn } = props;
  const t = useT();
  const [all, setAll] = useState(false);
  const title = t('machines.page.incidents');
  const count = incidents.length;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 flex items-baseline justify-between font-semibold">
        {title}
        {count > 0 && (
          <span className="text-small font-normal text-text-soft">
            {t('machines.page.inYear', { count })}
          </span>
        )}
      </h3>
      {count === 0 && <p className="text-small text-text-soft">{t('machines.page.noIncidents')}</p>}
      <ul className="divide-y divide-line">
        {incidents.slice(0, all ? count : few).map((one) => (
          <li key={one.from}>{drawn(one)}</li>
        ))}
      </ul>
      {count > few && !all && (
        <Button size="small" variant="quiet" className="-ml-2" onClick={() => setAll(true)}>
          {t('machines.page.showAll', { count })}
        </Button>
      )}
    </section>
  );
}

/** The record as received. */
function Raw({ text }: { readonly text: string }) {
  const t = useT();
  return (
    <div className="relative">
      <span className="absolute top-1 right-1">
        <CopyButton name={t('machines.detail.record')} text={text} />
      </span>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-control border border-line bg-sunken p-3 pr-9 font-mono text-mono"
      >
        {text}
      </pre>
    </div>
  );
}
