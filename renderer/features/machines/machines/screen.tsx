import { RefreshCw } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { AppErrorData, ErrorCode } from '../../../../preload/contract/errors.ts';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { NoService } from '../../../kit/bars/NoService.tsx';
import { useFollowed, useRoute, useStores, useSystem } from '../../../kit/index.ts';
import { useMedia, useNarrow } from '../../../kit/useNarrow.ts';
import { Button, ErrorBar, onDemand, ScreenTitle } from '../../../ui/index.ts';
import { defaultColumns } from './columns.tsx';
import { Expiry } from './Expiry.tsx';
import { type ListedMachine, matching, type StateFilter } from './filter.ts';
import { LastCheck } from './LastCheck.tsx';
import { MachinesFilter } from './MachinesFilter.tsx';
import { MachinesList } from './MachinesList.tsx';
import { NoMachines } from './NoMachines.tsx';
import { useArchive } from './useArchive.ts';
import { useCalendar } from './useCalendar.ts';
import { type Choices, useChoices } from './useChoices.ts';
import { useRows } from './useRows.ts';
import { minimumObserved, type Times, useTimes } from './useTimes.ts';

const MachineDetail = onDemand(() => import('./detail/MachineDetail.tsx'));
const ViewMenu = onDemand(() => import('./ViewMenu.tsx'));
const CalendarQuestions = onDemand(() => import('./calendar/CalendarQuestions.tsx'));
const CalendarPage = onDemand(() => import('./calendar/CalendarPage.tsx'));
// Loaded on demand, because few people ever see it.
const MachinesTrouble = onDemand(() => import('./MachinesTrouble.tsx'));
const UnknownStatus = onDemand(() => import('./meaning/UnknownStatus.tsx'));

const refusals: readonly ErrorCode[] = [
  'http-unauthorized',
  'http-forbidden',
  'tls-client-certificate-missing',
];

const none: readonly never[] = [];

/** Answers "Can I work, and how has it been?": the machines with their states, trouble first. */
export default function MachinesScreen() {
  const t = useT();
  const system = useSystem();
  const { machines, route } = useStores();
  const { value: state, problem: callProblem } = useFollowed(() => machines);
  const anonymous = system?.certificateId === null && system.route !== 'token';
  const { choices, problem: ofChoices, forget } = useChoices(system?.id);
  const archive = useArchive(system?.id);
  const own = ofChoices ?? archive.problem;
  const { all, rows } = useRows(state?.machines ?? none, choices.value?.machines ?? none);
  const filtered = useFiltered(rows);
  const times = useTimes(system?.id, filtered.span);
  const scroller = useRef<HTMLDivElement>(null);
  const reported = callProblem ?? state?.problem ?? null;
  // without a certificate a refusal is expected: the empty screen asks for one instead
  const expected = anonymous && rows.length === 0 && reported && refusals.includes(reported.code);
  const problem = expected ? null : reported;
  const { open, onOpen, onClose, closeByKey } = useOpenMachine(rows);
  const view = useView(all, choices.value?.view);
  const summary = useSummary(rows);
  const checking = state?.checking ?? false;
  const check = useCheck(system?.id);
  const narrow = useNarrow();
  const [calendar, setCalendar] = useCalendar(rows.length > 0);

  if (system?.webApiUrl === '') return <NoWebApi systemId={system.id} />;
  return (
    <div className="relative flex h-full">
      {/* in a narrow window the panel covers it */}
      <div inert={narrow && open !== undefined} className="flex min-w-0 flex-1 flex-col">
        <ScreenTitle
          title={t('frame.screens.machines')}
          note={summary}
          state={state && <LastCheck state={state} />}
          action={
            <Button icon={RefreshCw} busy={checking} onClick={check}>
              {t('machines.check')}
            </Button>
          }
        />
        <Expiry certificateId={system?.certificateId} problem={problem} />
        {problem && (
          <MachinesTrouble
            problem={problem}
            lastGood={rows.length > 0 ? (state?.checkedAt ?? null) : null}
            onCheck={check}
          />
        )}
        {own && <OwnProblem error={own} onClose={ofChoices ? forget : archive.forget} />}
        {system && rows.length > 0 && (
          <Questions systemId={system.id} machines={all} choices={choices} />
        )}
        {calendar && system && (
          <CalendarPage
            systemId={system.id}
            machines={all}
            onMachine={(machine) => {
              setCalendar(false);
              route.replace({ screen: 'machines', machine });
            }}
            onClose={() => setCalendar(false)}
          />
        )}
        {!calendar && rows.length > 0 && (
          <Filter rows={rows} times={times} beside={open !== undefined} {...filtered}>
            <ViewMenu
              view={view}
              beside={open !== undefined}
              machines={all}
              choices={choices}
              archive={archive}
              onCalendar={() => setCalendar(true)}
            />
          </Filter>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape on a row closes what it has opened */}
        <div
          ref={scroller}
          hidden={calendar}
          onKeyDown={closeByKey}
          className="min-h-0 flex-1 overflow-y-auto px-3 pb-4"
        >
          {rows.length > 0 && system ? (
            <MachinesList
              systemId={system.id}
              machines={filtered.shown}
              old={problem !== null}
              openName={open?.name ?? null}
              cards={view.cards}
              columns={view.columns}
              span={filtered.span}
              times={times}
              scroller={scroller}
              onOpen={onOpen}
              onClear={filtered.onClear}
            />
          ) : (
            <NoMachines
              anonymous={anonymous}
              failed={problem !== null}
              checking={checking}
              // rows follow the state a moment later
              checked={Boolean(state?.checkedAt) && state?.machines.length === 0}
            />
          )}
        </div>
      </div>
      {open && !calendar && (
        <MachineDetail
          key={open.name}
          machine={open}
          times={times}
          choices={choices}
          onClose={onClose}
        />
      )}
    </div>
  );
}

/** Returns what checks the machines now. */
function useCheck(systemId: string | undefined) {
  const { client, machines } = useStores();
  return () => {
    if (systemId === undefined) return;
    void machines.carryOut(() => client.call('machines.refresh', { systemId }));
  };
}

/** What the app cannot read, and the user can. */
function Questions(props: {
  readonly systemId: string;
  readonly machines: readonly ListedMachine[];
  readonly choices: Choices;
}) {
  const { systemId, machines, choices } = props;
  return (
    <>
      {machines.some(({ state, status }) => state === 'unknown' && status !== '') && (
        <UnknownStatus machines={machines} choices={choices} />
      )}
      <CalendarQuestions systemId={systemId} />
    </>
  );
}

/** Returns the machine in the window's address. */
function useOpenMachine(rows: readonly ListedMachine[]) {
  const { route } = useStores();
  const place = useRoute();
  const openName = place.screen === 'machines' ? (place.machine ?? null) : null;
  const open = rows.find(({ name }) => name === openName);
  const openKey = open?.name;
  const onOpen = useCallback(
    ({ name }: ListedMachine) =>
      route.replace({ screen: 'machines', ...(name !== openKey && { machine: name }) }),
    [route, openKey],
  );
  const onClose = () => route.replace({ screen: 'machines' });
  /** Escape on a row. */
  const closeByKey = (event: KeyboardEvent) => {
    const onRow = event.target instanceof Element && event.target.matches('[data-row-button]');
    if (event.key === 'Escape' && onRow && open) onClose();
  };
  return { open, onOpen, onClose, closeByKey };
}

/** Returns cards or a table with its columns: the user's choice, else those that have something to show. */
function useView(
  machines: readonly ListedMachine[],
  chosen: { readonly cards: boolean; readonly columns: readonly string[] | null } | undefined,
) {
  const wide = useMedia('(min-width: 100rem)');
  const usual = defaultColumns(machines, wide).join('\n');
  return useMemo(
    () => ({ cards: chosen?.cards ?? false, columns: chosen?.columns ?? usual.split('\n') }),
    [chosen, usual],
  );
}

function useSummary(rows: readonly ListedMachine[]): string | undefined {
  const t = useT();
  const shown = rows.filter(({ hidden }) => !hidden);
  if (shown.length === 0) return undefined;
  const up = shown.filter(({ state }) => state === 'up').length;
  return t('machines.summary', { up, all: shown.length });
}

/** State of the filter and the time span. */
function useFiltered(rows: readonly ListedMachine[]) {
  const [span, setSpan] = useState<HistorySpan>('24h');
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<StateFilter>('all');
  const shown = useMemo(() => matching(rows, text, filter), [rows, text, filter]);
  const onClear = useCallback(() => {
    setText('');
    setFilter('all');
  }, []);
  const changes = { onSpan: setSpan, onText: setText, onFilter: setFilter, onClear };
  return { ...changes, span, text, filter, shown };
}

interface FilterProps extends ReturnType<typeof useFiltered> {
  readonly rows: readonly ListedMachine[];
  readonly times: Times;
  /** A machine's panel is open: there is less room. */
  readonly beside: boolean;
  readonly children: ReactNode;
}

function Filter({ rows, shown, times, beside, onClear: _, ...props }: FilterProps) {
  const t = useT();
  const format = useFormat();
  const all = props.filter === 'hidden' ? rows : rows.filter(({ hidden }) => !hidden);
  const duration = format.duration(times.most);
  const observed =
    times.most < minimumObserved || beside
      ? null
      : t('machines.availability.observed', { duration });
  return <MachinesFilter {...props} count={shown.length} all={all.length} observed={observed} />;
}

function NoWebApi({ systemId }: { readonly systemId: string }) {
  const t = useT();
  return (
    <div className="flex h-full flex-col">
      <ScreenTitle title={t('frame.screens.machines')} />
      <NoService systemId={systemId} service="webApi" />
    </div>
  );
}

interface OwnProblemProps {
  readonly error: AppErrorData;
  readonly onClose: () => void;
}

/** Errors of the user's own settings, or of the history archive. */
function OwnProblem({ error, onClose }: OwnProblemProps) {
  const t = useT();
  return (
    <div className="px-6 pb-3">
      <ErrorBar error={error} action={{ label: t('common.close'), onAction: onClose }} />
    </div>
  );
}
