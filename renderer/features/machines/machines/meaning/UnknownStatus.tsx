import type { Machine } from '../../../../../preload/contract/machines/machines.ts';
import { useT } from '../../../../i18n/index.ts';
import { Bar } from '../../../../ui/index.ts';
import type { Choices } from '../useChoices.ts';
import { Meaning } from './Meaning.tsx';

interface UnknownStatusProps {
  readonly machines: readonly Machine[];
  readonly choices: Choices;
}

/** Asks once for the meaning of a raw value that the app cannot interpret. */
export default function UnknownStatus({
  machines,
  choices: { value, setMeaning },
}: UnknownStatusProps) {
  const t = useT();
  if (value === null) return null;
  const known = new Set(value.meanings.map(({ status }) => status));
  const unread = machines.find(
    ({ status, state }) => state === 'unknown' && status !== '' && !known.has(status),
  );
  if (unread === undefined) return null;
  const { status } = unread;
  return (
    <Bar tone="note" className="mx-6 mb-3" onDismiss={() => setMeaning(status, 'unknown')}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {t('machines.meaning.ask', { status: status.slice(0, 100) })}
        <Meaning
          status={status}
          state={null}
          none={t('machines.meaning.choose')}
          onState={(state) => setMeaning(status, state)}
        />
      </span>
    </Bar>
  );
}
