import {
  ArrowDown,
  ArrowUp,
  Check,
  CircleAlert,
  Minus,
  RotateCcw,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { Transfer } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Button, cx, IconButton, useErrorText } from '../../../ui/index.ts';
import { shownName } from './names.ts';

interface TransferRowProps {
  readonly transfer: Transfer;
  readonly onAnswer: (choice: 'skip' | 'both' | 'overwrite') => void;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

const marks = {
  done: Check,
  failed: CircleAlert,
  asks: TriangleAlert,
  skipped: Minus,
  cancelled: Minus,
} as const;

/** One transfer: what, where to, how far, and what can be done about it. */
export function TransferRow({ transfer, onAnswer, onCancel, onRetry }: TransferRowProps) {
  const t = useT();
  const { state, direction, machine, folder } = transfer;
  const name = shownName(transfer.name);
  const Mark =
    state === 'waiting' || state === 'running'
      ? direction === 'up'
        ? ArrowUp
        : ArrowDown
      : marks[state];
  const asks = state === 'asks';
  return (
    <li
      className={cx(
        'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-6 py-1',
        asks && 'bg-degraded-soft',
      )}
    >
      <Mark
        size={15}
        aria-hidden
        className={cx(
          'shrink-0',
          asks && 'text-degraded-text',
          state === 'done' && 'text-up-text',
          state === 'failed' && 'text-down-text',
        )}
      />
      <div className="w-64 min-w-0">
        <p className="truncate">
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-small text-text-soft">
          {asks
            ? t(direction === 'up' ? 'files.conflict.there' : 'files.conflict.here', {
                name: machine,
              })
            : direction === 'up'
              ? t('files.transfers.to', { name: `${machine} · ${shownName(folder)}` })
              : t('files.transfers.from', { name: `${machine} · ${shownName(folder)}` })}
        </p>
      </div>
      <div className="min-w-0 flex-1">
        {asks ? <Sides transfer={transfer} /> : <State transfer={transfer} name={name} />}
      </div>
      {asks && (
        <div className="flex gap-2">
          <Button size="small" onClick={() => onAnswer('skip')}>
            {t('files.conflict.skip')}
          </Button>
          <Button size="small" onClick={() => onAnswer('both')}>
            {t('files.conflict.both')}
          </Button>
          <Button size="small" variant="risk" onClick={() => onAnswer('overwrite')}>
            {t('files.conflict.overwrite')}
          </Button>
        </div>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <IconButton
          icon={RotateCcw}
          label={t('files.transfers.again', { name })}
          onClick={onRetry}
        />
      )}
      {(state === 'waiting' || state === 'running') && (
        <IconButton icon={X} label={t('files.transfers.cancel', { name })} onClick={onCancel} />
      )}
    </li>
  );
}

/** The two files of one name; the newer one is marked. */
function Sides({ transfer: { conflict } }: { readonly transfer: Transfer }) {
  const t = useT();
  const format = useFormat();
  if (conflict === null) return null;
  const { there, here } = conflict;
  const lines = [
    { label: t('files.conflict.sideThere'), own: there, other: here },
    { label: t('files.conflict.sideHere'), own: here, other: there },
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-small">
      {lines.map(({ label, own, other }) => (
        <div key={label} className="contents">
          <dt className="text-text-soft">{label}</dt>
          <dd className="tabular">
            {own.size === null ? '–' : format.bytes(own.size)}
            {' · '}
            {own.changedAt === null ? '–' : format.dateTime(own.changedAt)}
            {own.changedAt !== null &&
              other.changedAt !== null &&
              own.changedAt > other.changedAt && (
                <strong className="ml-2 font-semibold text-degraded-text">
                  {t('files.conflict.newer')}
                </strong>
              )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function State({ transfer, name }: { readonly transfer: Transfer; readonly name: string }) {
  const t = useT();
  const format = useFormat();
  const { state, size, savedAs, problem } = transfer;
  const text = useErrorText(problem);
  return (
    <>
      <p className="truncate text-small">
        {text ? `${text.what} ${text.next}` : t(`files.states.${state}`)}
        {savedAs !== null && ` · ${t('files.transfers.savedAs', { name: savedAs })}`}
        {size !== null && ` · ${format.bytes(size)}`}
      </p>
      {state === 'running' && (
        <div
          role="progressbar"
          aria-label={name}
          className="mt-1 h-1 overflow-hidden rounded-full bg-pressed"
        >
          <div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
        </div>
      )}
    </>
  );
}
