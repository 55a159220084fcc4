import { useT } from '../../i18n/index.ts';
import { Bar } from '../../ui/index.ts';

/** Says that an opened or dropped file waits until the form that is open is saved or closed. */
export function FileWaits({ name }: { readonly name: string | null }) {
  const t = useT();
  if (name === null) return null;
  return (
    <div className="mb-3" role="status">
      <Bar tone="note">{t('start.fileWaits', { name })}</Bar>
    </div>
  );
}
