import {
  ChevronDown,
  ChevronRight,
  Download,
  Ellipsis,
  Pencil,
  RefreshCcw,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useFollowed, useSystem } from '../../../kit/index.ts';
import { Badge, Button, IconButton, Menu, useNow } from '../../../ui/index.ts';
import { CardDetails } from './CardDetails.tsx';
import type { CertificateAction } from './facts/actions.ts';
import { Checks } from './facts/Checks.tsx';
import { DaysLeft } from './facts/DaysLeft.tsx';
import { commonName } from './facts/names.ts';

interface CertificateCardProps {
  readonly certificate: Certificate;
  /** Shows the details until the user folds the card. */
  readonly openAtFirst: boolean;
  readonly onAction: (action: CertificateAction) => void;
}

/** An imported certificate: its owner, time left and uses; opened also its details, export and curl command. */
export function CertificateCard({ certificate, openAtFirst, onAction }: CertificateCardProps) {
  const t = useT();
  const format = useFormat();
  const now = useNow(60_000);
  const system = useSystem();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const systems = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const { name, leaf, checks, usedBy } = certificate;
  const open = chosen ?? openAtFirst;
  const expired = Date.parse(leaf.notAfter) <= now;
  const users = systems.filter(({ id }) => usedBy.includes(id));
  const canUse = system !== null && system.certificateId !== certificate.id && !expired;
  // Without a use, an expired certificate needs no successor.
  const isOver = expired && users.length === 0;
  const trouble = checks.filter(
    ({ code, severity }) => severity !== 'note' && code !== 'expires-soon' && code !== 'expired',
  );
  return (
    <div className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 pr-3 pl-4">
        <div className="flex min-w-60 flex-1 items-center gap-3">
          <IconButton
            size="small"
            icon={open ? ChevronDown : ChevronRight}
            label={t('certificates.detailsOf', { name })}
            aria-expanded={open}
            onClick={() => setChosen(!open)}
          />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="text-heading font-semibold wrap-anywhere">{name}</h2>
              {users.map(({ id, name: user }) => (
                <Badge key={id} tone="accent">
                  {t('certificates.usedBy', { system: user })}
                </Badge>
              ))}
            </div>
            {!open && (
              <p className="text-small text-text-soft wrap-anywhere">
                {expired
                  ? t('certificates.expiredOn', { date: format.date(Date.parse(leaf.notAfter)) })
                  : t(users.length === 0 ? 'certificates.issuedUnused' : 'certificates.issued', {
                      issuer: commonName(leaf.issuer),
                    })}
              </p>
            )}
          </div>
        </div>
        {!open && <DaysLeft compact facts={leaf} className="w-44" />}
        <div className="ml-auto flex items-center gap-2">
          {canUse && (
            <Button size="small" onClick={() => onAction('use')}>
              {t('certificates.useFor', { system: system.name })}
            </Button>
          )}
          {isOver ? (
            <Button size="small" icon={Trash2} onClick={() => onAction('delete')}>
              {t('certificates.delete.action')}
            </Button>
          ) : (
            <Button size="small" onClick={() => onAction('replace')}>
              {t('certificates.replace.action')}
            </Button>
          )}
          <CardMenu name={name} isOver={isOver} onAction={onAction} />
        </div>
      </header>
      {open && <DaysLeft facts={leaf} className="px-4 pb-3 pl-13" />}
      {trouble.length > 0 && (
        <div className="px-4 pb-3 pl-13">
          <Checks checks={trouble} />
        </div>
      )}
      {open && <CardDetails certificate={certificate} onAction={onAction} />}
    </div>
  );
}

function CardMenu({
  name,
  isOver,
  onAction,
}: {
  readonly name: string;
  readonly isOver: boolean;
  readonly onAction: (action: CertificateAction) => void;
}) {
  const t = useT();
  const label = t('certificates.actions', { name });
  return (
    <Menu
      align="end"
      label={label}
      trigger={<IconButton size="small" icon={Ellipsis} label={label} />}
      items={[
        {
          id: 'rename',
          label: t('certificates.rename.action'),
          icon: Pencil,
          onSelect: () => onAction('rename'),
        },
        ...(isOver
          ? [
              {
                id: 'replace',
                label: t('certificates.replace.action'),
                icon: RefreshCcw,
                onSelect: () => onAction('replace'),
              },
            ]
          : []),
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
  );
}
