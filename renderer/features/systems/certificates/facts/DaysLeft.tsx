import type { CertificateFacts } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Meter } from '../../../../ui/data/Meter.tsx';
import { useNow } from '../../../../ui/index.ts';

const day = 86_400_000;
/** Remaining days at which the bar warns, and at which it alarms. */
const amber = 30;
const red = 7;

/** Remaining share of a certificate's validity. */
export function DaysLeft({ facts }: { readonly facts: CertificateFacts }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(60_000);
  const from = Date.parse(facts.notBefore);
  const to = Date.parse(facts.notAfter);
  const days = Math.floor((to - now) / day);
  const tone = days < red ? 'trouble' : days < amber ? 'warning' : 'good';
  const text =
    now < from
      ? t('certificates.startsOn', { date: format.date(from) })
      : now >= to
        ? t('certificates.endedOn', { date: format.date(to) })
        : days > 0
          ? t('certificates.daysLeft', { count: days, date: format.date(to) })
          : t('certificates.timeLeft', {
              duration: format.duration(to - now),
              date: format.dateTime(to),
            });
  return (
    <div className="flex flex-col gap-1">
      <Meter
        label={t('certificates.validityMeter')}
        value={Math.max(0, to - Math.max(now, from))}
        max={to - from}
        text={text}
        tone={tone}
        className="w-full"
      />
      <span
        aria-hidden
        className={
          tone === 'good'
            ? 'tabular text-small text-text-soft'
            : tone === 'warning'
              ? 'tabular text-small font-medium text-degraded-text'
              : 'tabular text-small font-medium text-down-text'
        }
      >
        {text}
      </span>
    </div>
  );
}
