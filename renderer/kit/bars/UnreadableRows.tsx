import type { UnreadableRow } from '../../../preload/contract/settings/unreadable-rows.ts';
import { useT } from '../../i18n/index.ts';
import { Bar } from '../../ui/index.ts';

interface UnreadableRowsProps {
  readonly rows: readonly UnreadableRow[];
  readonly onDismiss: () => void;
}

/** Lists stored rows that could not be read. */
export default function UnreadableRows({ rows, onDismiss }: UnreadableRowsProps) {
  const t = useT();
  return (
    <Bar
      tone="warning"
      className="m-3 mb-0"
      details={
        <>
          <p>{t('frame.unread.which')}</p>
          <ul className="max-h-60 overflow-y-auto">
            {rows.map((row) => (
              <li key={JSON.stringify(row)} className="break-all">
                <UnreadableRowText row={row} />
              </li>
            ))}
          </ul>
        </>
      }
      onDismiss={onDismiss}
    >
      <p className="font-medium">{t('frame.unread.title', { count: rows.length })}</p>
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
