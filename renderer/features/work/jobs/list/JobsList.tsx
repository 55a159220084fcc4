import { Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { JobRow, JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useOffer } from '../../../../kit/useCommand.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Button,
  EmptyState,
  ErrorBar,
  onDemand,
  ScreenTitle,
  Spinner,
} from '../../../../ui/index.ts';
import { hasEnded, isAnswered } from '../states.ts';
import { Checked } from './Checked.tsx';
import { JobsFilter } from './JobsFilter.tsx';
import { JobsTable } from './JobsTable.tsx';
import { LostSubmissions } from './LostSubmissions.tsx';
import { Problems } from './Problems.tsx';
import { Selection } from './Selection.tsx';
import { useColumns } from './useColumns.ts';
import { useLines } from './useLines.ts';

const JobPanel = onDemand(() => import('../panel/JobPanel.tsx'));
const CancelDialog = onDemand(() => import('./CancelDialog.tsx'));

interface JobsListProps {
  readonly system: System;
  readonly state: JobsState | null;
  readonly callProblem: AppErrorData | null;
  readonly openKey: string | null;
  /** The queue that is shown at first; empty: all. */
  readonly machine: string;
}

const none: readonly JobRow[] = [];

/** The jobs, what ended while nobody looked on top, and beside them the open one. */
export function JobsList({ system, state, callProblem, openKey, machine }: JobsListProps) {
  const { route, client } = useStores();
  const systemId = system.id;
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useLines(state?.jobs ?? none, { ownUnknown: state?.ownUnknown ?? false, machine });
  const columns = useColumns(openKey !== null);
  const { problem: ownProblem, attempt, forget } = useProblem();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [cancelling, setCancelling] = useState<readonly JobRow[] | null>(null);
  const canSubmit = state !== null && !state.locked;

  const onOpen = (job: JobRow) =>
    route.replace({ screen: 'jobs', ...(job.key !== openKey && { job: job.key }) });
  const onClose = () => route.replace({ screen: 'jobs' });
  const submit = () => route.go({ screen: 'jobs', job: 'new' });
  const markSeen = () => void attempt(() => client.call('jobs.markSeen', { systemId, keys: null }));
  const chosen = (state?.jobs ?? none).filter(({ key }) => selected.has(key));
  const cancellable = chosen.filter((job) => !hasEnded(job));

  useOffer('submit-job', canSubmit ? submit : null);
  useOffer('refresh-jobs', () => void attempt(() => client.call('jobs.refresh', { systemId })));
  useOffer('find-job', () => field.current?.focus());
  useOffer('jobs-seen', (state?.unseen ?? 0) > 0 ? markSeen : null);
  useOffer('cancel-jobs', cancellable.length > 0 ? () => setCancelling(cancellable) : null);

  const closeByKey = (event: KeyboardEvent) => {
    const onRow = event.target instanceof Element && event.target.matches('[data-row-button]');
    if (event.key !== 'Escape' || !onRow) return;
    if (selected.size > 0) setSelected(new Set());
    else if (openKey !== null) onClose();
  };
  const problem = callProblem ?? state?.problem ?? null;
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <Title state={state} onSubmit={canSubmit ? submit : null} />
        <div className="flex flex-col gap-2 px-6 empty:hidden [&:has(>*)]:pb-3">
          {ownProblem && <ErrorBar error={ownProblem} onDismiss={forget} />}
          <Problems
            state={state}
            problem={problem}
            onRetry={() => void attempt(() => client.call('jobs.refresh', { systemId }))}
          />
          {state && (
            <LostSubmissions system={system} submissions={state.submissions} attempt={attempt} />
          )}
        </div>
        {state && (
          <JobsFilter
            field={field}
            state={state}
            list={list}
            columns={columns}
            beside={openKey !== null}
          >
            {selected.size > 0 && (
              <Selection
                count={selected.size}
                cancellable={cancellable.length}
                onCancel={() => setCancelling(cancellable)}
                onClear={() => setSelected(new Set())}
              />
            )}
          </JobsFilter>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape on a row closes what it has opened */}
        <div
          ref={scroller}
          onKeyDown={closeByKey}
          className="min-h-0 flex-1 overflow-y-auto px-3 pb-4"
        >
          {state === null ? (
            callProblem === null && <Waiting />
          ) : list.lines.length > 0 ? (
            <JobsTable
              lines={list.lines}
              columns={columns.shown}
              stacked={columns.narrow}
              openKey={openKey}
              selected={selected}
              sort={list.sort}
              onSort={list.setSort}
              onOpen={onOpen}
              onSelect={(key, on) => setSelected((before) => withKey(before, key, on))}
              onDelete={(job) => {
                const rows = selected.has(job.key) ? cancellable : hasEnded(job) ? [] : [job];
                if (rows.length > 0) setCancelling(rows);
              }}
              onFold={list.fold}
              onSeen={markSeen}
              scroller={scroller}
            />
          ) : (
            <Empty state={state} filtered={list.filtered} onClear={list.clear} />
          )}
        </div>
      </div>
      {openKey !== null && state !== null && (
        <JobPanel
          key={openKey}
          system={system}
          state={state}
          jobKey={openKey}
          onCancel={setCancelling}
          onClose={onClose}
        />
      )}
      {cancelling !== null && (
        <CancelDialog
          systemId={systemId}
          jobs={cancelling}
          onClose={(done) => {
            setCancelling(null);
            if (done) setSelected(new Set());
          }}
        />
      )}
    </div>
  );
}

function withKey(keys: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const after = new Set(keys);
  if (on) after.add(key);
  else after.delete(key);
  return after;
}

function Title({
  state,
  onSubmit,
}: Pick<JobsListProps, 'state'> & { readonly onSubmit: (() => void) | null }) {
  const t = useT();
  return (
    <ScreenTitle
      title={t('frame.screens.jobs')}
      state={state && <Checked state={state} />}
      action={
        <Button
          variant="primary"
          icon={Plus}
          disabled={onSubmit === null}
          title={state?.locked === true ? t('jobs.locked') : undefined}
          onClick={() => onSubmit?.()}
        >
          {t('jobs.submit.open')}
        </Button>
      }
    />
  );
}

function Waiting() {
  const t = useT();
  return (
    <div className="flex justify-center py-12">
      <Spinner size={24} label={t('jobs.loading')} />
    </div>
  );
}

function Empty(props: {
  readonly state: JobsState;
  readonly filtered: boolean;
  readonly onClear: () => void;
}) {
  const { state, filtered, onClear } = props;
  const t = useT();
  if (filtered) {
    return (
      <EmptyState
        title={t('jobs.filter.none')}
        action={<Button onClick={onClear}>{t('jobs.filter.clear')}</Button>}
      />
    );
  }
  const { machines, problem } = state;
  const isAsking =
    machines.length === 0
      ? problem === null && !state.machinesKnown
      : machines.some((one) => one.answeredAt === null && one.problem === null);
  if (isAsking) return <Waiting />;
  // The bar above says why nothing is known.
  if (!isAnswered(state)) return null;
  return <EmptyState title={t('jobs.none.title')}>{t('jobs.none.text')}</EmptyState>;
}
