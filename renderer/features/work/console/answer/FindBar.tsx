import type { ReactNode } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { TextField } from '../../../../ui/index.ts';

/** The search of a body, and how much it found. */
export function FindBar(props: {
  readonly find: string;
  readonly onFind: (find: string) => void;
  /** Null: nothing is searched for. */
  readonly count: number | null;
  readonly children?: ReactNode;
}) {
  const { find, onFind, count, children } = props;
  const t = useT();
  return (
    <div className="flex items-center gap-2 px-4 pb-2">
      <TextField
        type="search"
        label={t('console.answer.find')}
        labelHidden
        placeholder={t('console.answer.find')}
        value={find}
        onValueChange={onFind}
        className="flex-1"
      />
      <span role="status" className="tabular text-small text-text-soft">
        {count !== null && t('console.answer.found', { count })}
      </span>
      {children}
    </div>
  );
}
