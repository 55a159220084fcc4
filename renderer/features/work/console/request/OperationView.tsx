import { useState } from 'react';
import type { CallOutput } from '../../../../../preload/contract/index.ts';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import type {
  Description,
  Operation,
} from '../../../../../preload/contract/work/console-descriptions.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useLoaded } from '../../../../kit/loading/useLoaded.ts';
import type { ConsoleDraft } from '../../../../kit/places.ts';
import { ErrorBar, Spinner } from '../../../../ui/index.ts';
import { draftKey } from '../address.ts';
import { AnswerPane } from '../answer/AnswerPane.tsx';
import { type Picking, RequestPane } from './RequestPane.tsx';
import { newRequest } from './requestDraft.ts';
import { useKeptDraft } from './useKeptDraft.ts';

type Detail = CallOutput<'apiConsole.operation'>;

interface OperationViewProps {
  readonly system: System;
  readonly state: ConsoleState;
  readonly description: Description;
  readonly operation: Operation;
  readonly pick?: Picking;
}

/** The request of an operation, and its response. */
export function OperationView(props: OperationViewProps) {
  const { system, description, operation } = props;
  const t = useT();
  const { client } = useStores();
  const of = { systemId: system.id, descriptionId: description.id, key: operation.key };
  // a newer description may say something else of it
  const asked = JSON.stringify([of, description.importedAt]);
  const { value, problem, reload } = useLoaded(asked, () =>
    client.call('apiConsole.operation', of),
  );
  if (value === null) {
    return (
      <div className="flex-1 p-4">
        {problem ? (
          <ErrorBar error={problem} onRetry={reload} />
        ) : (
          <Spinner size={18} label={t('common.working')} />
        )}
      </div>
    );
  }
  return <WithDetail {...props} detail={value} />;
}

function WithDetail(props: OperationViewProps & { readonly detail: Detail }) {
  const { system, description, operation, detail } = props;
  const { consoleDrafts } = useStores();
  const place = draftKey(system.id, description.id, operation.key);
  const [draft, setDraft] = useState<ConsoleDraft>(
    () =>
      consoleDrafts.get(place) ?? {
        request: detail.draft ?? newRequest(description, detail),
        savedId: null,
        exchangeId: null,
      },
  );
  /** Counts up when the form is emptied. */
  const [turn, setTurn] = useState(0);
  const of = { systemId: system.id, descriptionId: description.id, key: operation.key };
  const keep = useKeptDraft(of, newRequest(description, detail));
  const change = (part: Partial<ConsoleDraft>) => {
    const next = { ...(consoleDrafts.get(place) ?? draft), ...part };
    consoleDrafts.set(place, next);
    setDraft(next);
    if (part.request !== undefined) keep(part.request);
  };
  return (
    <div className="flex min-w-0 flex-1 max-[48rem]:flex-col max-[48rem]:overflow-y-auto">
      <RequestPane
        key={turn}
        {...props}
        draft={draft}
        onChange={change}
        onStartOver={() => {
          change({ request: newRequest(description, detail), savedId: null });
          setTurn((before) => before + 1);
        }}
      />
      <AnswerPane
        systemId={system.id}
        exchangeId={draft.exchangeId}
        downloads={props.state.downloads}
      />
    </div>
  );
}
