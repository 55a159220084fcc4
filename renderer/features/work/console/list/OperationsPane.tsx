import { TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import type {
  Description,
  Operation,
} from '../../../../../preload/contract/work/console-descriptions.ts';
import type { ConsoleRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { useCommand, useOffer } from '../../../../kit/useCommand.ts';
import {
  Button,
  cx,
  IconButton,
  KeyHint,
  Segmented,
  Select,
  TextField,
} from '../../../../ui/index.ts';
import { HistoryList } from './HistoryList.tsx';
import { OperationList } from './OperationList.tsx';
import { SavedList } from './SavedList.tsx';
import { WarningsDialog } from './WarningsDialog.tsx';

interface OperationsPaneProps {
  readonly system: System;
  readonly state: ConsoleState;
  readonly description: Description;
  readonly operations: readonly Operation[] | null;
  readonly openKey: string | null;
  /** It has the width of the window. */
  readonly wide: boolean;
  readonly onDescription: (id: string) => void;
  readonly onOpen: (key: string) => void;
  readonly onLoad: (
    request: ConsoleRequest,
    from: { readonly exchangeId?: string; readonly savedId?: string },
  ) => void;
  readonly onClose?: () => void;
}

type Tab = 'all' | 'saved' | 'history';

/** Everything that can be opened: operations, saved requests and what was sent. */
export function OperationsPane(props: OperationsPaneProps) {
  const { system, state, description, operations, openKey, wide, onOpen, onLoad, onClose } = props;
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [tab, setTab] = useState<Tab>('all');
  const [search, setSearch] = useState('');
  const [warns, setWarns] = useState(false);
  const { keys } = useCommand('find-operation');
  useOffer('find-operation', () => field.current?.select());
  const picks = onClose !== undefined;
  useEffect(() => {
    if (picks) field.current?.focus();
  }, [picks]);
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && onClose && search === '') onClose();
    else if (event.key === 'ArrowDown' && event.target === field.current) {
      event.currentTarget.querySelector<HTMLElement>('[data-row-button]')?.focus();
    } else return;
    event.preventDefault();
  };
  const warnings = description.warnings.length + description.moreWarnings;
  return (
    <section
      aria-label={t('console.list.title')}
      onKeyDown={pressed}
      className={cx(
        'flex min-h-0 flex-col border-line border-r',
        wide ? 'flex-1' : 'w-61 shrink-0',
      )}
    >
      <div className="flex flex-col gap-2 px-3 pt-3 pb-2">
        <div className="flex items-center gap-1">
          <Select
            label={t('console.list.description')}
            labelHidden
            className="flex-1"
            value={description.id}
            options={state.descriptions.map(({ id, title, version }) => ({
              value: id,
              label: `${title} ${version}`,
            }))}
            onValueChange={props.onDescription}
          />
          {onClose && <IconButton icon={X} label={t('common.close')} onClick={onClose} />}
        </div>
        <TextField
          ref={field}
          type="search"
          label={t(tab === 'history' ? 'console.history.find' : 'console.list.find')}
          labelHidden
          placeholder={t(tab === 'history' ? 'console.history.find' : 'console.list.find')}
          value={search}
          maxLength={200}
          onValueChange={setSearch}
          trailing={
            keys !== undefined && search === '' && <KeyHint keys={keys} className="mr-1.5" />
          }
        />
        <Segmented
          label={t('console.list.show')}
          labelHidden
          wide
          value={tab}
          options={[
            { value: 'all', label: t('console.list.all') },
            { value: 'saved', label: t('console.list.saved') },
            { value: 'history', label: t('console.list.history') },
          ]}
          onValueChange={setTab}
        />
      </div>
      {tab === 'all' && (
        <OperationList
          key={description.id}
          operations={operations}
          search={search}
          openKey={openKey}
          onOpen={onOpen}
        />
      )}
      {tab === 'saved' && (
        <SavedList
          systemId={system.id}
          state={state}
          search={search}
          onOpen={({ id, request }) => onLoad(request, { savedId: id })}
        />
      )}
      {tab === 'history' && (
        <HistoryList
          systemId={system.id}
          state={state}
          search={search}
          onOpen={({ id, request }) => onLoad(request, { exchangeId: id })}
        />
      )}
      {warnings > 0 && (
        <div className="border-line border-t px-2 py-1.5">
          <Button variant="quiet" size="small" icon={TriangleAlert} onClick={() => setWarns(true)}>
            {t('console.warnings.count', { count: warnings })}
          </Button>
        </div>
      )}
      {warns && <WarningsDialog description={description} onClose={() => setWarns(false)} />}
    </section>
  );
}
