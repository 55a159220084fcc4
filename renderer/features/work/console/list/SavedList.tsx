import { Star, Trash2 } from 'lucide-react';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import type { SavedRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { ErrorBar, IconButton, useToasts } from '../../../../ui/index.ts';
import { moveRow } from './OperationList.tsx';

interface SavedListProps {
  readonly systemId: string;
  readonly state: ConsoleState;
  readonly search: string;
  readonly onOpen: (saved: SavedRequest) => void;
}

/** Requests under a name. */
export function SavedList({ systemId, state, search, onOpen }: SavedListProps) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { problem, attempt, forget } = useProblem();
  const found = state.saved.filter(({ name, request }) =>
    `${name} ${request.method} ${request.path}`.toLowerCase().includes(search.toLowerCase().trim()),
  );
  const isGone = ({ request: { descriptionId } }: SavedRequest): boolean =>
    descriptionId !== null && !state.descriptions.some(({ id }) => id === descriptionId);
  const remove = async ({ id, name, note, request }: SavedRequest) => {
    const done = await attempt(() => client.call('apiConsole.removeRequest', { systemId, id }));
    if (done === null) return;
    const undo = () =>
      void attempt(() =>
        client.call('apiConsole.saveRequest', { systemId, id: null, name, note, request }),
      );
    toasts.show({ text: t('console.saved.removed', { name }), undo });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows in it
    <div onKeyDown={moveRow} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      <ul>
        {found.map((saved) => (
          <li key={saved.id} className="flex items-center rounded-small hover:bg-hover">
            <button
              type="button"
              data-row-button
              disabled={isGone(saved)}
              title={
                isGone(saved)
                  ? t('console.saved.gone')
                  : (saved.request.operation ?? saved.request.path)
              }
              onClick={() => onOpen(saved)}
              className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-small px-1.5 text-left disabled:text-text-faint"
            >
              <Star size={13} aria-hidden className="shrink-0 text-text-faint" />
              <bdi className="min-w-0 flex-1 truncate">{saved.name}</bdi>
            </button>
            <IconButton
              size="small"
              icon={Trash2}
              label={t('console.saved.remove', { name: saved.name })}
              onClick={() => void remove(saved)}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="phrases px-2.5 py-2 text-small text-text-soft">
          {t(state.saved.length === 0 ? 'console.saved.none' : 'console.saved.nothing')}
        </p>
      )}
    </div>
  );
}
