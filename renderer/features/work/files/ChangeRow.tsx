import { X } from 'lucide-react';
import type { FileChange } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { IconButton, Spinner, Time } from '../../../ui/index.ts';
import { shownName } from './names.ts';

/** A rename or removal that takes the system long, and its end where the system can. */
export function ChangeRow(props: { readonly change: FileChange; readonly onCancel: () => void }) {
  const { kind, machine, startedAt, cancels } = props.change;
  const t = useT();
  const name = shownName(props.change.name);
  return (
    <li className="flex min-h-11 items-center gap-3 border-line border-t px-6 py-1">
      <Spinner size={15} />
      <div className="min-w-0 flex-1">
        <p className="truncate">{t(`files.changes.${kind}`, { name })}</p>
        <p className="truncate text-small text-text-soft">
          {t('files.changes.on', { machine: shownName(machine) })} <Time at={startedAt} />
        </p>
      </div>
      {cancels && (
        <IconButton icon={X} label={t('files.changes.cancel', { name })} onClick={props.onCancel} />
      )}
    </li>
  );
}
