import { useCallback, useEffect, useRef, useState } from 'react';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import type { ConsoleState } from '../../../../preload/contract/work/console.ts';
import type {
  Description,
  Operation,
} from '../../../../preload/contract/work/console-descriptions.ts';
import type { ConsoleRequest } from '../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../i18n/index.ts';
import { useRoute, useStores } from '../../../kit/index.ts';
import type { Route } from '../../../kit/screens.ts';
import { useMedia } from '../../../kit/useNarrow.ts';
import { useResource } from '../../../kit/useResource.ts';
import { useTrouble } from '../../../kit/useTrouble.ts';
import { cx, EmptyState, ErrorBar, ScreenTitle, Spinner, useDrop } from '../../../ui/index.ts';
import { draftKey, placeItem, readPlace } from './address.ts';
import { DescriptionMenu } from './import/DescriptionMenu.tsx';
import { ImportReport } from './import/ImportReport.tsx';
import { NoDescription } from './import/NoDescription.tsx';
import { OfferFamily } from './import/OfferFamily.tsx';
import { ReplaceDialog } from './import/ReplaceDialog.tsx';
import { type Importing, useImport } from './import/useImport.ts';
import { OperationsPane } from './list/OperationsPane.tsx';
import { OperationView } from './request/OperationView.tsx';
import type { Picking } from './request/RequestPane.tsx';

/** Three columns: the operations, the request and its response. */
export function Console({ system }: { readonly system: System }) {
  const t = useT();
  const { route } = useStores();
  const { value: state, problem } = useResource('apiConsole', { systemId: system.id });
  const open = (id: string) => route.go({ screen: 'console', operation: id });
  const importing = useImport(system.id, state?.descriptions ?? [], open);
  const { over, drop } = useDrop('Files', ({ files: [file] }, taken) => {
    if (file !== undefined && !taken) void importing.takeFile(file, null);
  });
  const { trouble, dismiss } = useTrouble(importing.problem, problem);
  const isEmpty = state !== null && state.descriptions.length === 0;
  return (
    <div {...drop} className={cx('flex h-full min-w-0 flex-col', over && 'bg-accent-soft')}>
      {(state === null || isEmpty) && <ScreenTitle title={t('frame.screens.console')} />}
      {trouble && <ErrorBar error={trouble} className="mx-6 mb-3" onDismiss={dismiss} />}
      {state === null && !problem && (
        <div className="p-6">
          <Spinner size={18} label={t('common.working')} />
        </div>
      )}
      {isEmpty && <NoDescription state={state} importing={importing} />}
      {state !== null && !isEmpty && (
        <Described system={system} state={state} importing={importing} />
      )}
      <ReplaceDialog importing={importing} />
      <ImportReport importing={importing} state={state} />
    </div>
  );
}

/** With at least one description. */
function Described(props: {
  readonly system: System;
  readonly state: ConsoleState;
  readonly importing: Importing;
}) {
  const { system, state, importing } = props;
  const t = useT();
  const { route, consoleDrafts } = useStores();
  const at = useRoute();
  const place = readPlace(at.screen === 'console' ? at.operation : undefined);
  const description =
    state.descriptions.find(({ id }) => id === place.descriptionId) ?? state.descriptions[0];
  const { value: operations, problem } = useResource(
    'consoleOperations',
    description === undefined ? null : { systemId: system.id, descriptionId: description.id },
  );
  const narrow = useMedia('(max-width: 70rem)');
  const { picks, pick, close } = usePicking();
  /** Counts up when a stored request replaces the draft that is shown. */
  const [turn, setTurn] = useState(0);
  const operation = operations?.find(({ key }) => key === place.key) ?? null;
  const go = (descriptionId: string, key: string | null) => {
    close();
    route.go({ screen: 'console', operation: placeItem(descriptionId, key) });
  };
  const stored = (request: ConsoleRequest, from: { exchangeId?: string; savedId?: string }) => {
    const { descriptionId, operation: key } = request;
    if (descriptionId === null || key === null) return null;
    consoleDrafts.set(draftKey(system.id, descriptionId, key), {
      request,
      savedId: from.savedId ?? null,
      exchangeId: from.exchangeId ?? null,
    });
    setTurn((before) => before + 1);
    close();
    return { screen: 'console', operation: placeItem(descriptionId, key) } as const;
  };
  useSavedPlace(place.savedId, state.saved, stored);
  if (description === undefined) return null;
  const showsList = !narrow || picks || operation === null;
  return (
    <>
      <ScreenTitle
        title={t('frame.screens.console')}
        state={t('console.operations', { name: description.title, count: description.operations })}
        action={
          <DescriptionMenu
            system={system}
            state={state}
            description={description}
            importing={importing}
          />
        }
      />
      {problem && <ErrorBar error={problem} className="mx-6 mb-3" />}
      <OfferFamily key={description.id} system={system} operations={operations} />
      <div className="flex min-h-0 flex-1 border-line border-t">
        {showsList && (
          <OperationsPane
            system={system}
            state={state}
            description={description}
            operations={operations}
            openKey={operation?.key ?? null}
            wide={narrow}
            onDescription={(id) => go(id, null)}
            onOpen={(key) => go(description.id, key)}
            onLoad={(request, from) => {
              const to = stored(request, from);
              if (to !== null) route.go(to);
            }}
            {...(narrow && operation !== null && { onClose: close })}
          />
        )}
        <Chosen
          {...{ system, state, description, operation, turn }}
          hidden={narrow && showsList}
          {...(narrow && { pick })}
        />
      </div>
    </>
  );
}

/** Opens the saved request that the address names, and its operation in the address. */
function useSavedPlace(
  savedId: string | null,
  saved: ConsoleState['saved'],
  store: (request: ConsoleRequest, from: { savedId: string }) => Route | null,
) {
  const { route } = useStores();
  const open = useRef<() => void>(() => undefined);
  open.current = () => {
    const found = saved.find(({ id }) => id === savedId);
    const to = found === undefined ? null : store(found.request, { savedId: found.id });
    route.replace(to ?? { screen: 'console' });
  };
  useEffect(() => {
    if (savedId !== null) open.current();
  }, [savedId]);
}

/** Where there is no room for the list beside the request, it comes in its place. */
function usePicking() {
  const [picks, setPicks] = useState(false);
  const returns = useRef(false);
  const run = () => setPicks(true);
  const close = () => {
    returns.current = picks;
    setPicks(false);
  };
  // it comes back only when the request is loaded
  const button = useCallback((element: HTMLButtonElement | null) => {
    if (element === null || !returns.current) return;
    returns.current = false;
    element.focus();
  }, []);
  return { picks, close, pick: { run, button } };
}

function Chosen(props: {
  readonly system: System;
  readonly state: ConsoleState;
  readonly description: Description;
  readonly operation: Operation | null;
  readonly turn: number;
  readonly hidden: boolean;
  readonly pick?: Picking;
}) {
  const { system, state, description, operation, turn, hidden, pick } = props;
  const t = useT();
  if (hidden) return null;
  if (operation === null) {
    return (
      <div className="flex-1">
        <EmptyState title={t('console.choose.title')}>{t('console.choose.text')}</EmptyState>
      </div>
    );
  }
  return (
    <OperationView
      key={`${description.id} ${operation.key} ${turn}`}
      system={system}
      state={state}
      description={description}
      operation={operation}
      {...(pick && { pick })}
    />
  );
}
