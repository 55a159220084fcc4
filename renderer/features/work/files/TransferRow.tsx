import {
  ArrowDown,
  ArrowUp,
  Check,
  CircleAlert,
  Minus,
  Pause,
  Play,
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
  readonly onPause: () => void;
}

const marks = {
  done: Check,
  failed: CircleAlert,
  asks: TriangleAlert,
  skipped: Minus,
  cancelled: Minus,
  paused: Pause,
} as const;

/** One transfer: what, where to, how far, and what can be done about it. */
export function TransferRow(props: TransferRowProps) {
  const { transfer, onAnswer, onCancel, onRetry, onPause } = props;
  const t = useT();
  const { state, direction, machine, folder, resumes } = transfer;
  const name = shownName(transfer.name);
  const isUnderWay = state === 'waiting' || state === 'running';
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
      {isUnderWay && (
        <IconButton
          icon={Pause}
          label={
            state === 'waiting' || resumes
              ? t('files.transfers.pause', { name })
              : t('files.transfers.pauseOver', { name })
          }
          onClick={onPause}
        />
      )}
      {(state === 'failed' || state === 'cancelled' || state === 'paused') && (
        <IconButton
          icon={state === 'paused' || resumes ? Play : RotateCcw}
          label={
            resumes || (state === 'paused' && transfer.size === null)
              ? t('files.transfers.goOn', { name })
              : t('files.transfers.again', { name })
          }
          onClick={onRetry}
        />
      )}
      {(isUnderWay || state === 'paused') && (
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
  const { state, direction, size, moved, savedAs, problem, job } = transfer;
  const text = useErrorText(problem);
  const isPart = state === 'running' || moved > 0;
  return (
    <>
      <p className="flex gap-3 text-small">
        <span className="min-w-0 flex-1 truncate">
          {text
            ? `${text.what} ${text.next}`
            : state === 'running' && job !== null
              ? t(`files.transfers.job.${direction}`, { job })
              : t(`files.states.${state}`)}
          {savedAs !== null && ` · ${t('files.transfers.savedAs', { name: savedAs })}`}
        </span>
        <span className="tabular shrink-0 text-text-soft">
          {isPart && state !== 'done' && size !== null
            ? t('files.transfers.part', { moved: format.bytes(moved), size: format.bytes(size) })
            : isPart || size !== null
              ? format.bytes(size ?? moved)
              : ''}
          <Pace transfer={transfer} />
        </span>
      </p>
      {(state === 'running' || (state === 'paused' && moved > 0)) && (
        <ShareBar transfer={transfer} name={name} />
      )}
    </>
  );
}

/** How fast it goes, and how long it still takes. */
function Pace({ transfer: { state, size, moved, rate } }: { readonly transfer: Transfer }) {
  const t = useT();
  const format = useFormat();
  if (state !== 'running' || rate === null || rate === 0) return null;
  const left = size === null ? null : ((size - moved) / rate) * 1000;
  return (
    <>
      {` · ${t('files.transfers.rate', { rate: format.bytes(rate) })}`}
      {left !== null && ` · ${t('files.transfers.left', { time: format.duration(left) })}`}
    </>
  );
}

function ShareBar({ transfer, name }: { readonly transfer: Transfer; readonly name: string }) {
  const { state, size, moved } = transfer;
  const share = size === null ? undefined : Math.min(1, size === 0 ? 1 : moved / size);
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.floor(share * 100)}
      className="mt-1 h-1 overflow-hidden rounded-full bg-pressed forced-color-adjust-none"
    >
      {share === undefined ? (
        <div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
      ) : (
        <div
          className={cx('h-full rounded-full', state === 'paused' ? 'bg-text-faint' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      )}
    </div>
  );
}
