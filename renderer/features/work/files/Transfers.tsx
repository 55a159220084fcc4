import { ChevronDown, ChevronUp, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { FileChange, Transfer } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, Checkbox, ErrorBar, IconButton } from '../../../ui/index.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { part } from './paneKeys.ts';
import { TransferRow } from './TransferRow.tsx';

const ended: readonly Transfer['state'][] = ['done', 'failed', 'skipped', 'cancelled'];

/** Files on their way, with their questions, and changes that take long. */
export function Transfers({
  transfers,
  changes,
}: {
  readonly transfers: readonly Transfer[];
  readonly changes: readonly FileChange[];
}) {
  const t = useT();
  const { client } = useStores();
  const [folded, setFolded] = useState(false);
  const [same, setSame] = useState(false);
  const { problem, attempt, forget } = useProblem();
  const questions = transfers.filter(({ state }) => state === 'asks');
  const others = transfers.filter(({ state }) => state !== 'asks');
  const asking = questions.map(({ id }) => id);
  const idsOf = (...states: Transfer['state'][]) =>
    transfers.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  const active = idsOf('waiting', 'running');
  const paused = idsOf('paused');
  const done = transfers.filter(({ state }) => ended.includes(state)).length;
  const parts = [
    ...(changes.length > 0 ? [t('files.changes.active', { count: changes.length })] : []),
    ...(asking.length > 0 ? [t('files.transfers.asking', { count: asking.length })] : []),
    ...(active.length > 0 ? [t('files.transfers.active', { count: active.length })] : []),
    ...(paused.length > 0 ? [t('files.transfers.paused', { count: paused.length })] : []),
    ...(done > 0 ? [t('files.transfers.ended', { count: done })] : []),
  ];
  return (
    <section aria-label={t('files.transfers.title')} {...part} className="border-line border-t">
      <header className="flex min-h-10 items-center gap-3 px-6">
        <h2 className="font-semibold">{t('files.transfers.title')}</h2>
        <p role="status" className="min-w-0 flex-1 truncate text-small text-text-soft">
          {parts.join(' · ')}
        </p>
        {asking.length > 1 && (
          <Checkbox
            label={t('files.transfers.same', { count: asking.length - 1 })}
            checked={same}
            onCheckedChange={setSame}
          />
        )}
        {active.length > 1 && (
          <Button
            variant="quiet"
            size="small"
            icon={Pause}
            onClick={() => void attempt(() => client.call('files.pause', { ids: active }))}
          >
            {t('files.transfers.pauseAll')}
          </Button>
        )}
        {paused.length > 1 && (
          <Button
            variant="quiet"
            size="small"
            icon={Play}
            onClick={() => void attempt(() => client.call('files.retry', { ids: paused }))}
          >
            {t('files.transfers.goOnAll')}
          </Button>
        )}
        {done > 0 && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => void attempt(() => client.call('files.clearEnded'))}
          >
            {t('files.transfers.clear')}
          </Button>
        )}
        <IconButton
          icon={folded ? ChevronUp : ChevronDown}
          label={t(folded ? 'files.transfers.unfold' : 'files.transfers.fold')}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        />
      </header>
      {problem && <ErrorBar error={problem} className="mx-6 mb-2" onDismiss={forget} />}
      {!folded && (
        <ul className="max-h-56 overflow-auto">
          {changes.map((change) => (
            <ChangeRow
              key={change.id}
              change={change}
              onCancel={() =>
                void attempt(() => client.call('files.cancelChange', { id: change.id }))
              }
            />
          ))}
          {[...questions, ...others].map((transfer) => (
            <TransferRow
              key={transfer.id}
              transfer={transfer}
              onAnswer={(choice) => {
                const ids = same && asking.length > 1 ? asking : [transfer.id];
                setSame(false);
                void attempt(() => client.call('files.answer', { ids, choice }));
              }}
              onCancel={() => void attempt(() => client.call('files.cancel', { id: transfer.id }))}
              onRetry={() => void attempt(() => client.call('files.retry', { ids: [transfer.id] }))}
              onPause={() => void attempt(() => client.call('files.pause', { ids: [transfer.id] }))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
