import { Ban, X } from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { Button, IconButton } from '../../../../ui/index.ts';

interface SelectionProps {
  readonly count: number;
  /** Those that can be cancelled. */
  readonly cancellable: number;
  readonly onCancel: () => void;
  readonly onClear: () => void;
}

/** How many jobs are selected, and what can be done with them. */
export function Selection({ count, cancellable, onCancel, onClear }: SelectionProps) {
  const t = useT();
  return (
    <div className="flex items-center gap-1">
      <p role="status" className="tabular text-small text-text-soft">
        {t('jobs.select.count', { count })}
      </p>
      <Button icon={Ban} disabled={cancellable === 0} onClick={onCancel}>
        {t('jobs.cancel.several', { count: cancellable })}
      </Button>
      <IconButton icon={X} label={t('jobs.select.clear')} onClick={onClear} />
    </div>
  );
}
