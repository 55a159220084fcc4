import { useState } from 'react';
import { AppError } from '../../../preload/contract/errors.ts';
import type { UnreadableRow } from '../../../preload/contract/settings/unreadable-rows.ts';
import { useT } from '../../i18n/index.ts';
import { Bar, ErrorBar, Mono } from '../../ui/index.ts';
import { useFollowed, useStores } from '../index.ts';
import { useResource } from '../useResource.ts';

/** Warns, until dismissed, that automatic backups fail. */
export function BackupBar() {
  const { value } = useResource('backups', undefined);
  const [noted, setNoted] = useState<string | null>(null);
  const problem = value?.problem ?? null;
  if (problem === null || problem.code === noted) return null;
  return (
    <ErrorBar
      error={AppError.fromData(problem)}
      className="m-3 mb-0"
      onDismiss={() => setNoted(problem.code)}
    />
  );
}

/** Lists, until dismissed, stored rows that could not be read. */
export function UnreadableRowsBar() {
  const t = useT();
  const { value } = useResource('unreadableRows', undefined);
  const [noted, setNoted] = useState(0);
  const count = value?.length ?? 0;
  if (value === null || count <= noted) return null;
  return (
    <Bar
      tone="warning"
      className="m-3 mb-0"
      details={
        <>
          <p>{t('frame.unread.which')}</p>
          <ul className="max-h-60 overflow-y-auto">
            {value.map((row) => (
              <li key={JSON.stringify(row)} className="break-all">
                <UnreadableRowText row={row} />
              </li>
            ))}
          </ul>
        </>
      }
      onDismiss={() => setNoted(count)}
    >
      <p className="font-medium">{t('frame.unread.title', { count })}</p>
      <p className="text-text-soft">{t('frame.unread.text')}</p>
    </Bar>
  );
}

/** An unreadable row: its table, its name and the columns that the app did not write. */
export function UnreadableRowText({
  row: { table, name, columns, used },
}: {
  readonly row: UnreadableRow;
}) {
  const t = useT();
  return t(used ? 'frame.unread.rowUsed' : 'frame.unread.row', {
    table,
    name: name || t('frame.unread.nameless'),
    columns: columns.join(', ') || t('frame.unread.whole'),
  });
}

/** Reports, until dismissed, the recovered or missing data of a damaged database, and offers a restore. */
export function DamageBar() {
  const t = useT();
  const { route } = useStores();
  const damage = useFollowed((stores) => stores.info).value?.damage ?? null;
  const [noted, setNoted] = useState(false);
  if (damage === null || noted) return null;
  const { systems, conversations, messages, whole, path } = damage;
  const read = whole ? 'all' : systems + conversations + messages === 0 ? 'none' : 'some';
  const kind = path === null ? 'log' : read;
  return (
    <Bar
      tone="warning"
      className="m-3 mb-0"
      action={{
        label: t('frame.damage.restore'),
        onAction: () => route.go({ screen: 'settings', part: 'restore' }),
      }}
      details={
        path && (
          <>
            <p>{t('frame.damage.file')}</p>
            <Mono>{path}</Mono>
          </>
        )
      }
      onDismiss={() => setNoted(true)}
    >
      <p className="font-medium">
        {t(`frame.damage.${kind}`, { systems, conversations, messages })}
      </p>
      <p className="text-text-soft">{t('frame.damage.next')}</p>
    </Bar>
  );
}
