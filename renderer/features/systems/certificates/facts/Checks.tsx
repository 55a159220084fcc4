import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { CertificateCheck } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, useNow } from '../../../../ui/index.ts';

const looks = {
  note: { Icon: Info, colour: 'text-text-soft' },
  warning: { Icon: TriangleAlert, colour: 'text-degraded-text' },
  error: { Icon: CircleAlert, colour: 'text-down-text' },
};

/** Findings about a certificate, one sentence each. */
export function Checks({ checks }: { readonly checks: readonly CertificateCheck[] }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(60_000);
  if (checks.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1" aria-label={t('certificates.checksTitle')}>
      {checks.map(({ code, severity, days = 0, until, detail = '' }) => {
        const { Icon, colour } = looks[severity];
        return (
          <li key={code} className={cx('flex items-start gap-2 text-body', colour)}>
            <Icon size={14} aria-hidden className="mt-0.75 shrink-0" />
            <span className="phrases min-w-0">
              {until !== undefined && days === 0
                ? t('certificates.checks.expires-today', {
                    duration: format.duration(Date.parse(until) - now),
                    date: format.dateTime(Date.parse(until)),
                  })
                : t(`certificates.checks.${code}`, { count: days, detail })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
