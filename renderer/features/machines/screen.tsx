import { RefreshCw } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ErrorCode } from '../../../preload/contract/errors.ts';
import type { HistorySpan } from '../../../preload/contract/history-spans.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { NoService } from '../../kit/bars/NoService.tsx';
import { byTrouble, useFollowed, useRoute, useStores, useSystem } from '../../kit/index.ts';
import { Button, EmptyState, ErrorBar, onDemand, ScreenTitle, Spinner } from '../../ui/index.ts';
import { ExpiryReminders } from '../certificates/index.ts';
import { Checked } from './Checked.tsx';
import { createListing, type Listed, matching, type StateFilter } from './filter.ts';
import { MachinesFilter } from './MachinesFilter.tsx';
import { MachinesList } from './MachinesList.tsx';
import { NoCertificate } from './NoCertificate.tsx';
import { fieldsOf } from './record.ts';
import { useArchive } from './useArchive.ts';
import { useChoices } from './useChoices.ts';

const MachineDetail = onDemand(() => import('./MachineDetail.tsx'));
const ViewMenu = onDemand(() => import('./ViewMenu.tsx'));
const CalendarPage = onDemand(() => import('./calendar/CalendarPage.tsx'));
// Of the first screen's bytes: what few people ever see.
const MachinesTrouble = onDemand(() => import('./MachinesTrouble.tsx'));
const UnknownStatus = onDemand(() => import('./meaning/UnknownStatus.tsx'));

const refusals: readonly ErrorCode[] = [
  'http-unauthorized',
  'http-forbidden',
  'tls-client-certificate-missing',
];

const none: readonly never[] = [];

/** What is pinned first, of that and of the others what is not up. */
function inOrder(machines: readonly Listed[], language: string): readonly Listed[] {
  const sorted = byTrouble(machines, language);
  return [...sorted.filter(({ pinned }) => pinned), ...sorted.filter((one) => !one.pinned)];
}

/** Can I work? The machines with their states, what is not up first. */
export default function MachinesScreen() {
  const t = useT();
  const language = useLanguage();
  const { client, machines, route } = useStores();
  const { value: state, problem: callProblem } = useFollowed(() => machines);
  const system = useSystem();
  const place = useRoute();
  const certificates = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const anonymous = system?.certificateId === null && system.route !== 'token';
  const reported = callProblem ?? state?.problem ?? null;
  const { choices, problem: ofChoices, forget } = useChoices(system?.id);
  const archive = useArchive(system?.id);
  const own = ofChoices ?? archive.problem;
  const [listing] = useState(createListing);
  // thousands of machines are drawn between frames, not before the next one
  const machinesNow = useDeferredValue(state?.machines ?? none);
  const chosen = choices.value?.machines ?? none;
  const all = useMemo(() => listing(machinesNow, chosen), [listing, machinesNow, chosen]);
  const rows = useMemo(() => inOrder(all, language), [all, language]);
  const [span, setSpan] = useState<HistorySpan>('24h');
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<StateFilter>('all');
  const [calendar, setCalendar] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => matching(rows, text, filter), [rows, text, filter]);
  // without a certificate a refusal is no news: the empty screen asks for one instead
  const expected = anonymous && rows.length === 0 && reported && refusals.includes(reported.code);
  const problem = expected ? null : reported;
  const openName = place.screen === 'machines' ? (place.machine ?? null) : null;
  const open = rows.find(({ name }) => name === openName);
  const view = choices.value?.view ?? { cards: false, columns: null };
  const checking = state?.checking ?? false;
  const openKey = open?.name;
  const onOpen = useCallback(
    ({ name }: Listed) =>
      route.replace({ screen: 'machines', ...(name !== openKey && { machine: name }) }),
    [route, openKey],
  );

  const check = () => {
    if (system) {
      void machines.carryOut(() => client.call('machines.refresh', { systemId: system.id }));
    }
  };

  if (system?.webApiUrl === '') {
    return (
      <div className="flex h-full flex-col">
        <ScreenTitle title={t('frame.screens.machines')} />
        <NoService systemId={system.id} service="webApi" />
      </div>
    );
  }
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
        certificates={certificates.filter(({ id }) => id === system?.certificateId)}
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
      {own && (
        <div className="px-6 pb-3">
          <ErrorBar
            error={own}
            action={{
              label: t('common.close'),
              onAction: ofChoices ? forget : archive.forget,
            }}
          />
        </div>
      )}
      {all.some(({ state: one, status }) => one === 'unknown' && status !== '') && (
        <UnknownStatus machines={all} choices={choices} />
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
        <MachinesFilter
          text={text}
          filter={filter}
          span={span}
          count={shown.length}
          all={filter === 'hidden' ? rows.length : rows.filter(({ hidden }) => !hidden).length}
          onText={setText}
          onFilter={setFilter}
          onSpan={setSpan}
        >
          <ViewMenu
            view={view}
            fields={fieldsOf(all)}
            machines={all}
            choices={choices}
            archive={archive}
            onCalendar={() => setCalendar(true)}
          />
        </MachinesFilter>
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
          ) : problem ? (
            anonymous && <NoCertificate />
          ) : anonymous && !checking ? (
            <NoCertificate />
          ) : state?.checkedAt ? (
            <EmptyState title={t('machines.none.title')}>{t('machines.none.text')}</EmptyState>
          ) : (
            <div className="flex items-center justify-center gap-2 py-16 text-text-soft">
              <Spinner />
              {t('machines.firstCheck')}
            </div>
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
