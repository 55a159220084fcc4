import type { CertificateFacts } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Meter } from '../../../../ui/data/Meter.tsx';
import { cx, useNow } from '../../../../ui/index.ts';

const day = 86_400_000;
/** Remaining days at which the bar warns, and at which it alarms. */
const amber = 30;
const red = 7;

const words = {
  good: '',
  warning: 'text-degraded-text',
  trouble: 'text-down-text',
};

/** Remaining share of a certificate's validity, between the days left and the last day. */
export function DaysLeft({
  facts,
  compact = false,
  className,
}: {
  readonly facts: CertificateFacts;
  /** The bar stands below the words. */
  readonly compact?: boolean;
  readonly className?: string;
}) {
  const t = useT();
  const format = useFormat();
  const now = useNow(60_000);
  const from = Date.parse(facts.notBefore);
  const to = Date.parse(facts.notAfter);
  const days = Math.floor((to - now) / day);
  const expired = now >= to;
  const tone = days < red ? 'trouble' : days < amber ? 'warning' : 'good';
  const left = expired
    ? t('certificates.expired')
    : now < from
      ? t('certificates.startsOn', { date: format.date(from) })
      : days > 0
        ? t('certificates.daysLeft', { count: days })
        : t('certificates.timeLeft', { duration: format.duration(to - now) });
  const until = t('certificates.until', {
    date: days > 0 || expired ? format.date(to) : format.dateTime(to),
  });
  return (
    <div className={cx('flex items-center gap-x-3', compact && 'flex-wrap gap-y-1', className)}>
      <span aria-hidden className={cx('tabular text-small font-medium', words[tone])}>
        {left}
      </span>
      <Meter
        label={t('certificates.validityMeter')}
        value={expired ? to - from : Math.max(0, to - Math.max(now, from))}
        max={to - from}
        text={t('certificates.leftUntil', { left, until })}
        tone={tone}
        className={compact ? 'order-last w-full' : 'min-w-40 flex-1'}
      />
      {!expired && (
        <span aria-hidden className="tabular ml-auto text-small text-text-soft">
          {until}
        </span>
      )}
    </div>
  );
}
