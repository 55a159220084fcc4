import { ChevronDown, ChevronUp } from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import { IconButton, TextField } from '../../../../ui/index.ts';
import { type Found, mostFound } from './finding.ts';

interface OutputFindProps {
  readonly wanted: string;
  readonly found: Found;
  readonly at: number;
  readonly onWanted: (wanted: string) => void;
  readonly onStep: (step: 1 | -1) => void;
}

/** Finds in the part of an output that is shown. */
export function OutputFind({ wanted, found, at, onWanted, onStep }: OutputFindProps) {
  const t = useT();
  const format = useFormat();
  const total = found.starts.length;
  const count = found.isCut ? `${format.number(mostFound)}+` : format.number(total);
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1">
      <TextField
        type="search"
        label={t('jobs.output.find')}
        labelHidden
        placeholder={t('jobs.output.find')}
        value={wanted}
        maxLength={200}
        onValueChange={onWanted}
        onKeyDown={(event) => {
          if (isComposing(event) || event.key !== 'Enter') return;
          event.preventDefault();
          event.stopPropagation();
          onStep(event.shiftKey ? -1 : 1);
        }}
        className="w-24 max-w-52 grow"
      />
      <span role="status" className="tabular min-w-12 text-small text-text-soft">
        {wanted !== '' &&
          (total === 0
            ? t('jobs.output.findNone')
            : t('jobs.output.findPlace', { number: format.number(at + 1), total: count }))}
      </span>
      {total > 1 && (
        <>
          <IconButton
            size="small"
            icon={ChevronUp}
            label={t('jobs.output.findPrevious')}
            onClick={() => onStep(-1)}
          />
          <IconButton
            size="small"
            icon={ChevronDown}
            label={t('jobs.output.findNext')}
            onClick={() => onStep(1)}
          />
        </>
      )}
    </search>
  );
}
