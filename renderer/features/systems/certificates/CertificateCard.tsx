import { Download, Ellipsis, Pencil, RefreshCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useSystem } from '../../../kit/index.ts';
import { Badge, Button, Card, Facts, IconButton, Menu } from '../../../ui/index.ts';
import { CertificateFactsList } from './facts/CertificateFactsList.tsx';
import { ChainList } from './facts/ChainList.tsx';
import { Checks } from './facts/Checks.tsx';
import { DaysLeft } from './facts/DaysLeft.tsx';
import { commonName } from './facts/names.ts';

export type CertificateAction =
  | 'rename'
  | 'export-pem'
  | 'export-p12'
  | 'replace'
  | 'delete'
  | 'use';

interface CertificateCardProps {
  readonly certificate: Certificate;
  readonly onAction: (action: CertificateAction) => void;
}

/** An imported certificate: its owner, validity, and uses. */
export function CertificateCard({ certificate, onAction }: CertificateCardProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const system = useSystem();
  const systems = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const { name, leaf, checks, usedBy, protection } = certificate;
  const users = systems.filter(({ id }) => usedBy.includes(id)).map((one) => one.name);
  const unused = system !== null && system.certificateId !== certificate.id;

  return (
    <Card className="flex flex-col gap-3">
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-heading font-semibold wrap-anywhere">{name}</h2>
          <p className="text-text-soft wrap-anywhere">{commonName(leaf.subject)}</p>
        </div>
        <Menu
          align="end"
          label={t('certificates.actions', { name })}
          trigger={
            <IconButton
              icon={Ellipsis}
              label={t('certificates.actions', { name })}
              className="-mt-1 -mr-1.5"
            />
          }
          items={[
            {
              id: 'rename',
              label: t('certificates.rename.action'),
              icon: Pencil,
              onSelect: () => onAction('rename'),
            },
            {
              id: 'replace',
              label: t('certificates.replace.action'),
              icon: RefreshCcw,
              onSelect: () => onAction('replace'),
            },
            {
              id: 'export-pem',
              label: t('certificates.export.action'),
              icon: Download,
              onSelect: () => onAction('export-pem'),
            },
            {
              id: 'export-p12',
              label: t('certificates.exportP12.action'),
              icon: Download,
              onSelect: () => onAction('export-p12'),
            },
            'separator',
            {
              id: 'delete',
              label: t('certificates.delete.action'),
              icon: Trash2,
              danger: true,
              onSelect: () => onAction('delete'),
            },
          ]}
        />
      </header>
      <DaysLeft facts={leaf} />
      <Checks
        checks={checks.filter(
          ({ code, severity }) =>
            severity !== 'note' && code !== 'expires-soon' && code !== 'expired',
        )}
      />
      <Facts
        items={[
          { label: t('certificates.facts.issuer'), value: commonName(leaf.issuer) },
          {
            label: t('certificates.usedBy'),
            value:
              users.length === 0 ? (
                <span className="text-text-soft">{t('certificates.unused')}</span>
              ) : (
                <span className="flex flex-wrap gap-1 pt-px">
                  {users.map((user) => (
                    <Badge key={user}>{user}</Badge>
                  ))}
                </span>
              ),
          },
          {
            label: t('certificates.protectionTitle'),
            value: t(`certificates.protection.${protection}`),
          },
        ]}
      />
      {open && <Details certificate={certificate} />}
      <footer className="mt-auto flex flex-wrap justify-between gap-2">
        <Button
          variant="quiet"
          size="small"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-2"
        >
          {t(open ? 'common.hideDetails' : 'common.details')}
        </Button>
        {unused && (
          <Button size="small" onClick={() => onAction('use')}>
            {t('certificates.useFor', { system: system.name })}
          </Button>
        )}
      </footer>
    </Card>
  );
}

function Details({
  certificate: { leaf, chain, others, checks },
}: Pick<CertificateCardProps, 'certificate'>) {
  const t = useT();
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <CertificateFactsList facts={leaf} />
      <ChainList title={t('certificates.chain')} list={chain} />
      <ChainList
        title={t('certificates.others')}
        hint={t('certificates.othersHint')}
        list={others}
      />
      <Checks checks={checks.filter(({ severity }) => severity === 'note')} />
    </div>
  );
}
