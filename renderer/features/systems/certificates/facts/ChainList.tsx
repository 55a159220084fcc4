import type { CertificateFacts } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { commonName } from './names.ts';

interface ChainListProps {
  readonly title: string;
  readonly hint?: string;
  readonly list: readonly CertificateFacts[];
}

/** Certificates that came with another, one line each. */
export function ChainList({ title, hint, list }: ChainListProps) {
  const t = useT();
  const format = useFormat();
  if (list.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-small font-medium text-text-soft">{title}</h3>
      {hint && <p className="mb-1 text-small text-text-soft">{hint}</p>}
      <ol className="overflow-hidden rounded-control border border-line">
        {list.map((facts) => (
          <li
            key={facts.fingerprint}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b px-3 py-1.5 last:border-b-0"
          >
            <span className="min-w-0 font-medium wrap-anywhere" title={facts.subject}>
              {commonName(facts.subject)}
            </span>
            <span className="tabular text-small text-text-soft">
              {t('certificates.until', { date: format.date(Date.parse(facts.notAfter)) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
