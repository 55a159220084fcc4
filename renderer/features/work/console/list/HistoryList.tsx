import { Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import type { HistoryEntry } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button, ConfirmDialog, cx, ErrorBar, IconButton, legible } from '../../../../ui/index.ts';
import { moveRow } from './OperationList.tsx';

interface HistoryListProps {
  readonly systemId: string;
  readonly state: ConsoleState;
  readonly search: string;
  readonly onOpen: (entry: HistoryEntry) => void;
}

/** What was sent: pinned requests first, then the newest. */
export function HistoryList({ systemId, state, search, onOpen }: HistoryListProps) {
  const t = useT();
  const client = useClient();
  const { problem, attempt, forget } = useProblem();
  const [clears, setClears] = useState(false);
  const { value, problem: broken } = useResource('consoleHistory', {
    systemId,
    find: search.trim(),
  });
  const trouble = problem ?? broken;
  const known = new Set(state.descriptions.map(({ id }) => id));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows in it
    <div onKeyDown={moveRow} className="flex min-h-0 flex-1 flex-col">
      {trouble && <ErrorBar error={trouble} onDismiss={forget} className="mx-2" />}
      <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {value?.entries.map((entry) => (
          <li key={entry.id} className="flex items-center rounded-small hover:bg-hover">
            <EntryButton
              entry={entry}
              disabled={!known.has(entry.request.descriptionId ?? '')}
              onOpen={onOpen}
            />
            <IconButton
              size="small"
              icon={entry.pinned ? PinOff : Pin}
              label={t(entry.pinned ? 'console.history.unpin' : 'console.history.pin', {
                name: `${entry.method} ${pathOf(entry.url)}`,
              })}
              variant={entry.pinned ? 'changed' : 'quiet'}
              onClick={() =>
                void attempt(() =>
                  client.call('apiConsole.pin', { systemId, id: entry.id, pinned: !entry.pinned }),
                )
              }
            />
          </li>
        ))}
      </ul>
      {value?.entries.length === 0 && (
        <p className="phrases flex-1 px-4 py-2 text-small text-text-soft">
          {t(search.trim() === '' ? 'console.history.none' : 'console.history.nothing')}
        </p>
      )}
      {value?.more && (
        <p className="phrases px-4 py-2 text-small text-text-soft">{t('console.history.more')}</p>
      )}
      {value !== null && value.entries.length > 0 && (
        <div className="border-line border-t px-2 py-1.5">
          <Button variant="quiet" size="small" icon={Trash2} onClick={() => setClears(true)}>
            {t('console.history.clear')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={clears}
        danger
        title={t('console.history.clearTitle')}
        confirmLabel={t('console.history.clear')}
        onConfirm={() => client.call('apiConsole.clearHistory', { systemId })}
        onClose={() => setClears(false)}
      >
        {t('console.history.clearText')}
      </ConfirmDialog>
    </div>
  );
}

function EntryButton(props: {
  readonly entry: HistoryEntry;
  readonly disabled: boolean;
  readonly onOpen: (entry: HistoryEntry) => void;
}) {
  const { entry, disabled, onOpen } = props;
  const t = useT();
  const format = useFormat();
  const { status, method, url, at } = entry;
  const isGood = status !== null && status < 400;
  return (
    <button
      type="button"
      data-row-button
      title={`${method} ${url}`}
      disabled={disabled}
      onClick={() => onOpen(entry)}
      className="flex h-11 min-w-0 flex-1 flex-col justify-center rounded-small px-1.5 text-left disabled:opacity-60"
    >
      <span className="flex items-center gap-2 font-mono text-small">
        <span className={cx('shrink-0 tabular', isGood ? 'text-up-text' : 'text-down-text')}>
          {status ?? t('console.history.noAnswer')}
        </span>
        <span className="min-w-0 truncate">{legible(`${method} ${pathOf(url)}`)}</span>
      </span>
      <span className="truncate text-small text-text-soft">{format.dateTime(at)}</span>
    </button>
  );
}

/** The path of an address with its query, which tells entries of one system apart. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start === -1 ? url : url.slice(start);
}
