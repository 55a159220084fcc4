import { RefreshCw } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { AppErrorData, ErrorCode } from '../../../../preload/contract/errors.ts';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import { useT } from '../../../i18n/index.ts';
import { NoService } from '../../../kit/bars/NoService.tsx';
import { useFollowed, useRoute, useStores, useSystem } from '../../../kit/index.ts';
import { Button, ErrorBar, onDemand, ScreenTitle } from '../../../ui/index.ts';
import { ExpiryReminders } from '../../systems/certificates/index.ts';
import { Checked } from './Checked.tsx';
import { type Listed, matching, type StateFilter } from './filter.ts';
import { MachinesFilter } from './MachinesFilter.tsx';
import { MachinesList } from './MachinesList.tsx';
import { NoMachines } from './NoMachines.tsx';
import { fieldsOf } from './record.ts';
import { useArchive } from './useArchive.ts';
import { useChoices } from './useChoices.ts';
import { useRows } from './useRows.ts';

const MachineDetail = onDemand(() => import('./MachineDetail.tsx'));
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

/** Answers "Can I work?": the machines with their states, trouble first. */
export default function MachinesScreen() {
  const t = useT();
  const system = useSystem();
  const { client, machines, route } = useStores();
  const { value: state, problem: callProblem } = useFollowed(() => machines);
  const certificates = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const anonymous = system?.certificateId === null && system.route !== 'token';
  const { choices, problem: ofChoices, forget } = useChoices(system?.id);
  const archive = useArchive(system?.id);
  const own = ofChoices ?? archive.problem;
  const { all, rows } = useRows(state?.machines ?? none, choices.value?.machines ?? none);
  const filtered = useFiltered(rows);
  const { span, shown } = filtered;
  const [calendar, setCalendar] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const reported = callProblem ?? state?.problem ?? null;
  // without a certificate a refusal is expected: the empty screen asks for one instead
  const expected = anonymous && rows.length === 0 && reported && refusals.includes(reported.code);
  const problem = expected ? null : reported;
  const { open, onOpen } = useOpenMachine(rows);
  const view = choices.value?.view ?? { cards: false, columns: null };
  const checking = state?.checking ?? false;
  const check = () => {
    if (system) {
      void machines.carryOut(() => client.call('machines.refresh', { systemId: system.id }));
    }
  };

  if (system?.webApiUrl === '') return <NoWebApi systemId={system.id} />;
  return (
    <div className="flex h-full flex-col">
      <ScreenTitle
        title={t('frame.screens.machines')}
        state={state && <Checked state={state} />}
        action={
          <Button icon={RefreshCw} busy={checking} onClick={check}>
            {t('machines.check')}
          </Button>
        }
      />
      <ExpiryReminders
        className="px-6 pb-3"
        // that it has expired is said once, by the failed check
        certificates={certificates.filter(
          ({ id }) =>
            id === system?.certificateId && problem?.code !== 'tls-client-certificate-expired',
        )}
        actionLabel={t('machines.fix.certificates')}
        onAction={() => route.go({ screen: 'certificates' })}
      />
      {problem && (
        <MachinesTrouble
          problem={problem}
          lastGood={rows.length > 0 ? (state?.checkedAt ?? null) : null}
          onCheck={check}
        />
      )}
      {own && <OwnProblem error={own} onClose={ofChoices ? forget : archive.forget} />}
      {all.some(({ state: one, status }) => one === 'unknown' && status !== '') && (
        <UnknownStatus machines={all} choices={choices} />
      )}
      {system && rows.length > 0 && <CalendarQuestions systemId={system.id} />}
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
        <Filter rows={rows} {...filtered}>
          <ViewMenu
            view={view}
            fields={fieldsOf(all)}
            machines={all}
            choices={choices}
            archive={archive}
            onCalendar={() => setCalendar(true)}
          />
        </Filter>
      )}
      <div className="relative flex min-h-0 flex-1" hidden={calendar}>
        <div ref={scroller} className="min-w-0 flex-1 overflow-y-auto px-3 pb-4">
          {rows.length > 0 && system ? (
            <MachinesList
              systemId={system.id}
              machines={shown}
              old={problem !== null}
              openName={open?.name ?? null}
              view={view}
              span={span}
              scroller={scroller}
              onOpen={onOpen}
            />
          ) : (
            <NoMachines
              anonymous={anonymous}
              failed={problem !== null}
              checking={checking}
              checked={Boolean(state?.checkedAt)}
            />
          )}
        </div>
        {open && (
          <MachineDetail
            key={open.name}
            machine={open}
            choices={choices}
            onClose={() => route.replace({ screen: 'machines' })}
          />
        )}
      </div>
    </div>
  );
}

/** Returns the machine in the window's address. */
function useOpenMachine(rows: readonly Listed[]) {
  const { route } = useStores();
  const place = useRoute();
  const openName = place.screen === 'machines' ? (place.machine ?? null) : null;
  const open = rows.find(({ name }) => name === openName);
  const openKey = open?.name;
  const onOpen = useCallback(
    ({ name }: Listed) =>
      route.replace({ screen: 'machines', ...(name !== openKey && { machine: name }) }),
    [route, openKey],
  );
  return { open, onOpen };
}

/** State of the filter and the time span. */
function useFiltered(rows: readonly Listed[]) {
  const [span, setSpan] = useState<HistorySpan>('24h');
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<StateFilter>('all');
  const shown = useMemo(() => matching(rows, text, filter), [rows, text, filter]);
  return { span, text, filter, shown, onSpan: setSpan, onText: setText, onFilter: setFilter };
}

interface FilterProps extends ReturnType<typeof useFiltered> {
  readonly rows: readonly Listed[];
  readonly children: ReactNode;
}

function Filter({ rows, shown, ...props }: FilterProps) {
  const all = props.filter === 'hidden' ? rows : rows.filter(({ hidden }) => !hidden);
  return <MachinesFilter {...props} count={shown.length} all={all.length} />;
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
