import type { CalendarSource } from '../../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../../i18n/index.ts';
import { Bar, Button } from '../../../../ui/index.ts';

interface UnnamedQuestionProps {
  readonly source: CalendarSource;
  readonly onChoice: (unnamed: 'all' | 'nobody') => void;
  readonly className?: string;
}

/** Asks once per calendar whether events without a machine concern all; nothing after the choice. */
export function UnnamedQuestion({ source, onChoice, className }: UnnamedQuestionProps) {
  const t = useT();
  const { name, unnamed } = source;
  if (unnamed === 'all' || unnamed === 'nobody') return null;
  return (
    <Bar tone="note" className={className ?? ''}>
      <span className="flex flex-col gap-1">
        <span>
          {t('calendar.unnamed.question', { name })} {t(`calendar.unnamed.${unnamed}`)}
        </span>
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => onChoice('all')}>
            {t('calendar.applyAll')}
          </Button>
          <Button size="small" onClick={() => onChoice('nobody')}>
            {t('calendar.applyNobody')}
          </Button>
        </span>
      </span>
    </Bar>
  );
}
