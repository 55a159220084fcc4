import { ChevronDown, Columns3, X } from 'lucide-react';
import { useT } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/index.ts';

interface SeveralModelsProps {
  readonly models: readonly string[];
  readonly onChange: () => void;
  readonly onOff: () => void;
}

/** Replaces the model menu while several models are asked. */
export function SeveralModels({ models, onChange, onOff }: SeveralModelsProps) {
  const t = useT();
  return (
    <span className="flex min-w-0 items-center">
      <Button
        size="small"
        variant="quiet"
        icon={Columns3}
        aria-label={t('conversations.several.change', {
          count: models.length,
          models: models.join(', '),
        })}
        onClick={onChange}
      >
        <span className="font-medium text-text">
          {t('conversations.several.present', { count: models.length })}
        </span>
        <ChevronDown size={13} aria-hidden />
      </Button>
      <IconButton size="small" icon={X} label={t('conversations.several.off')} onClick={onOff} />
    </span>
  );
}
