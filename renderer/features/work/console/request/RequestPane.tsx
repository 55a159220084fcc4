import { Braces, Ellipsis, Eye, List, Pencil, Star } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import type {
  Description,
  Operation,
  OperationDetail,
} from '../../../../../preload/contract/work/console-descriptions.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import type { ConsoleDraft } from '../../../../kit/places.ts';
import { useCommand, useOffer } from '../../../../kit/useCommand.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Badge,
  Button,
  ErrorBar,
  IconButton,
  KeyHint,
  Menu,
  Segmented,
} from '../../../../ui/index.ts';
import { ResolveContext } from '../form/TextValue.tsx';
import { nameOf } from '../list/lines.ts';
import { About } from './About.tsx';
import { HeadersForm } from './HeadersForm.tsx';
import { RawForm } from './RawForm.tsx';
import { RequestFoot } from './RequestFoot.tsx';
import { RequestForm } from './RequestForm.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { VariablesDialog } from './VariablesDialog.tsx';
import { resolved } from './variables.ts';

/** Opens the list of operations, where it is not beside the request. */
export interface Picking {
  readonly run: () => void;
  /** Receives the button that opens it. */
  readonly button: (element: HTMLButtonElement | null) => void;
}

export interface RequestPaneProps {
  readonly system: System;
  readonly state: ConsoleState;
  readonly description: Description;
  readonly operation: Operation;
  readonly detail: OperationDetail;
  readonly draft: ConsoleDraft;
  readonly onChange: (part: Partial<ConsoleDraft>) => void;
  readonly onStartOver: () => void;
  readonly pick?: Picking;
}

type Tab = 'form' | 'raw' | 'headers';

/** The request: a form, or what the form writes, and the exact request below. */
export function RequestPane(props: RequestPaneProps) {
  const { system, state, detail, draft, onChange } = props;
  const t = useT();
  const [tab, setTab] = useState<Tab>('form');
  const [open, setOpen] = useState<'variables' | 'save' | null>(null);
  const { request } = draft;
  const resolve = useMemo(
    () => (text: string) => resolved(text, state.variables),
    [state.variables],
  );
  const change = (part: Partial<typeof request>) => onChange({ request: { ...request, ...part } });
  useOffer('save-request', () => setOpen('save'));
  return (
    <section
      aria-label={t('console.request.title')}
      className="flex min-h-0 w-86 shrink-0 flex-col border-line border-r max-[60rem]:w-1/2 max-[48rem]:w-full max-[48rem]:border-r-0"
    >
      <Head {...props} onSave={() => setOpen('save')} />
      <div className="flex flex-wrap items-center justify-between gap-1 px-4 pb-2">
        <Segmented
          label={t('console.request.tab')}
          labelHidden
          value={tab}
          options={[
            { value: 'form', label: t('console.request.form') },
            { value: 'raw', label: t('console.request.raw') },
            {
              value: 'headers',
              label:
                request.headers.length === 0
                  ? t('console.headers.title')
                  : t('console.request.headers', { number: request.headers.length }),
            },
          ]}
          onValueChange={setTab}
        />
        <Button variant="quiet" size="small" icon={Braces} onClick={() => setOpen('variables')}>
          {t('console.variables.title')}
        </Button>
      </div>
      <ResolveContext value={resolve}>
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 pb-3 max-[48rem]:overflow-visible">
          {tab === 'form' && <RequestForm detail={detail} request={request} onChange={change} />}
          {tab === 'raw' && <RawForm detail={detail} request={request} onChange={change} />}
          {tab === 'headers' && (
            <HeadersForm
              systemId={system.id}
              description={props.description}
              detail={detail}
              request={request}
              onChange={change}
            />
          )}
        </div>
      </ResolveContext>
      <RequestFoot
        system={system}
        state={state}
        operation={props.operation}
        request={request}
        onSent={(exchangeId) => onChange({ exchangeId })}
      />
      {open === 'variables' && (
        <VariablesDialog systemId={system.id} state={state} onClose={() => setOpen(null)} />
      )}
      {open === 'save' && (
        <SaveDialog
          systemId={system.id}
          saved={state.saved.find(({ id }) => id === draft.savedId) ?? null}
          suggested={nameOf(detail)}
          request={request}
          onSaved={(savedId) => onChange({ savedId })}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

function Head(props: RequestPaneProps & { readonly onSave: () => void }) {
  const { system, description, operation, detail, pick, onSave, onStartOver } = props;
  const t = useT();
  const client = useClient();
  const { problem, attempt, forget } = useProblem();
  const save = useCommand('save-request');
  const changes = operation.effect === 'changes';
  const of = { systemId: system.id, descriptionId: description.id, key: operation.key };
  const correct = (effect: 'reads' | 'changes' | null) =>
    void attempt(() => client.call('apiConsole.setEffect', { ...of, effect }));
  return (
    <header className="flex flex-col gap-1 px-4 pt-3 pb-2">
      {pick && <PickButton pick={pick} count={description.operations} />}
      <div className="flex items-start gap-1">
        <h2 className="min-w-0 flex-1 pt-0.5 text-heading font-semibold wrap-anywhere">
          <bdi>{nameOf(operation)}</bdi>{' '}
          <Badge tone={changes ? 'warning' : 'neutral'} icon={changes ? Pencil : Eye}>
            {t(changes ? 'console.effect.changesShort' : 'console.effect.readsShort')}
          </Badge>
        </h2>
        <IconButton icon={Star} label={save.label} keys={save.keys} onClick={onSave} />
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={t('console.request.more')} />}
          items={[
            { id: 'over', label: t('console.request.startOver'), onSelect: onStartOver },
            { heading: t(`console.effect.by.${operation.effectBy}`) },
            {
              id: 'reads',
              label: t('console.effect.reads'),
              checked: !changes,
              onSelect: () => correct('reads'),
            },
            {
              id: 'changes',
              label: t('console.effect.changes'),
              checked: changes,
              onSelect: () => correct('changes'),
            },
            ...(operation.effectBy === 'user'
              ? [
                  {
                    id: 'own',
                    label: t('console.effect.forget'),
                    onSelect: () => correct(null),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <p className="font-mono text-small text-text-soft wrap-anywhere">{operation.key}</p>
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {operation.deprecated && (
        <p className="text-small text-degraded-text">{t('console.request.deprecated')}</p>
      )}
      <About systemId={system.id} descriptionId={description.id} detail={detail} />
    </header>
  );
}

function PickButton({ pick, count }: { readonly pick: Picking; readonly count: number }) {
  const t = useT();
  const { keys } = useCommand('find-operation');
  useOffer('find-operation', pick.run);
  return (
    <Button ref={pick.button} size="small" icon={List} className="self-start" onClick={pick.run}>
      {t('console.list.pick', { count })}
      {keys !== undefined && <KeyHint keys={keys} />}
    </Button>
  );
}
