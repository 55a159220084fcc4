import type { UnsentLines as Lines } from '../../../preload/contract/shapes.ts';
import { useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { Bar, legible } from '../../ui/index.ts';

/** The lines of a job's script that the system does not get: it reads fields, or other lines. */
export function UnsentLines({ unsent, moreUnsent }: Lines) {
  const t = useT();
  const format = useFormat();
  if (unsent.length === 0) return null;
  return (
    <Bar tone="warning">
      <p>{t('jobs.request.unsent')}</p>
      <ul className="mt-1 max-h-40 overflow-y-auto font-mono wrap-anywhere">
        {unsent.map(({ line, text }) => (
          <li key={line}>
            {line}: {legible(text)}
          </li>
        ))}
      </ul>
      {moreUnsent > 0 && (
        <p>{t('jobs.request.moreUnsent', { number: format.number(moreUnsent) })}</p>
      )}
    </Bar>
  );
}
