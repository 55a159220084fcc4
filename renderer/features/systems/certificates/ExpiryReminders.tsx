import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Bar, cx, ErrorBar, useNow } from '../../../ui/index.ts';

const day = 86_400_000;

interface ExpiryRemindersProps {
  readonly certificates: readonly Certificate[];
  readonly actionLabel: string;
  readonly onAction: (certificate: Certificate) => void;
  readonly className?: string;
}

/** One bar for each of these certificates, which expire soon or have expired, until dismissed. */
export default function ExpiryReminders(props: ExpiryRemindersProps) {
  const { certificates, actionLabel, onAction, className } = props;
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const now = useNow(60_000);
  const { problem, attempt, forget } = useProblem();
  return (
    <div className={cx('flex flex-col gap-2', className)}>
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {certificates.map((certificate) => {
        const { id, name, leaf } = certificate;
        const end = Date.parse(leaf.notAfter);
        const values = { name, date: format.date(end) };
        const days = Math.floor((end - now) / day);
        return (
          <Bar
            key={id}
            tone={now >= end ? 'trouble' : 'warning'}
            action={{ label: actionLabel, onAction: () => onAction(certificate) }}
            onDismiss={() =>
              void attempt(() => client.call('certificates.dismissReminder', { id }))
            }
          >
            {now >= end
              ? t('certificates.reminder.expired', values)
              : days === 0
                ? t('certificates.reminder.today', {
                    name,
                    duration: format.duration(end - now),
                    date: format.dateTime(end),
                  })
                : t('certificates.reminder.expires', { ...values, count: days })}
          </Bar>
        );
      })}
    </div>
  );
}
