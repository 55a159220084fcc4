import { ChevronRight, CircleCheck, Download } from 'lucide-react';
import { Fragment } from 'react';
import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Button, Copyable, Facts, Mono } from '../../../ui/index.ts';
import { CertificateCurl } from '../elsewhere/index.ts';
import type { CertificateAction } from './facts/actions.ts';
import { ChainList } from './facts/ChainList.tsx';
import { Checks } from './facts/Checks.tsx';
import { commonName, fingerprintText } from './facts/names.ts';

interface CardDetailsProps {
  readonly certificate: Certificate;
  readonly onAction: (action: CertificateAction) => void;
}

/** The opened part of a card: facts, export, and the command that uses the exported file. */
export function CardDetails({ certificate, onAction }: CardDetailsProps) {
  const t = useT();
  const { others, checks } = certificate;
  return (
    <div className="grid gap-4 border-line border-t py-4 pr-4 pl-13 min-[1120px]:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-3">
        <CardFacts certificate={certificate} />
        <ChainList
          title={t('certificates.others')}
          hint={t('certificates.othersHint')}
          list={others}
        />
        <Checks checks={checks.filter(({ severity }) => severity === 'note')} />
      </div>
      <section className="flex flex-col gap-2">
        <h3 className="text-body font-semibold">{t('certificates.export.heading')}</h3>
        <ul className="divide-y divide-line self-stretch rounded-control border border-line">
          <ExportRow
            title="PEM"
            hint={t('certificates.export.purpose')}
            label={t('certificates.export.action')}
            onExport={() => onAction('export-pem')}
          />
          <ExportRow
            title="PKCS#12"
            hint={t('certificates.exportP12.purpose')}
            label={t('certificates.exportP12.action')}
            onExport={() => onAction('export-p12')}
          />
        </ul>
      </section>
      <CertificateCurl certificate={certificate} className="min-w-0 min-[1120px]:col-span-2" />
    </div>
  );
}

function ExportRow(props: {
  readonly title: string;
  readonly hint: string;
  readonly label: string;
  readonly onExport: () => void;
}) {
  const { title, hint, label, onExport } = props;
  const t = useT();
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-small text-text-soft">{hint}</span>
      </span>
      <Button size="small" icon={Download} aria-label={label} onClick={onExport}>
        {t('certificates.export.write')}
      </Button>
    </li>
  );
}

function CardFacts({ certificate }: Pick<CardDetailsProps, 'certificate'>) {
  const t = useT();
  const format = useFormat();
  const { leaf, chain, checks, uses, protection } = certificate;
  const complete = !checks.some(({ code }) => code === 'chain-incomplete');
  return (
    <Facts
      items={[
        { label: t('certificates.facts.subject'), value: leaf.subject },
        {
          label: t('certificates.facts.issuer'),
          value: <span title={leaf.issuer}>{commonName(leaf.issuer)}</span>,
        },
        ...(chain.length === 0
          ? []
          : [
              {
                label: t('certificates.chain'),
                value: (
                  <span className="inline-flex flex-wrap items-center gap-1">
                    {chain.map(({ fingerprint, subject, notAfter }, at) => (
                      <Fragment key={fingerprint}>
                        {at > 0 && (
                          <ChevronRight size={13} aria-hidden className="text-text-faint" />
                        )}
                        <span
                          title={`${subject} (${t('certificates.until', {
                            date: format.date(Date.parse(notAfter)),
                          })})`}
                        >
                          {commonName(subject)}
                        </span>
                      </Fragment>
                    ))}
                    {complete && (
                      <span className="ml-2 inline-flex items-center gap-1 text-small text-up-text">
                        <CircleCheck size={13} aria-hidden />
                        {t('certificates.complete')}
                      </span>
                    )}
                  </span>
                ),
              },
            ]),
        {
          label: t('certificates.facts.validity'),
          value: t('certificates.facts.fromTo', {
            from: format.dateTime(Date.parse(leaf.notBefore)),
            to: format.dateTime(Date.parse(leaf.notAfter)),
          }),
        },
        {
          label: t('certificates.facts.key'),
          value: `${leaf.keyType} · ${t(`certificates.protection.${protection}`)}`,
        },
        {
          label: t('certificates.allowedUse'),
          value: uses.map((use) => t(`certificates.uses.${use}`)).join(t('certificates.separator')),
        },
        { label: t('certificates.facts.serial'), value: <Mono>{leaf.serialNumber}</Mono> },
        {
          label: 'SHA-256',
          value: (
            <Copyable
              name={t('certificates.facts.fingerprint')}
              value={fingerprintText(leaf.fingerprint)}
            />
          ),
        },
      ]}
    />
  );
}
