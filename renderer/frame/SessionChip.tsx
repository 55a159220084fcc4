import { ShieldCheck, ShieldOff } from 'lucide-react';
import { Popover } from 'radix-ui';
import { commonName } from '../certificates/names.ts';
import { useT } from '../i18n/index.ts';
import { certificateById, useFollowed, useStores, useSystem } from '../stores/index.ts';
import { Button, cx, Facts, Time, VisuallyHidden } from '../ui/index.ts';

/** How the Web API is told who calls. By certificate so far; the panel says by which. */
export function SessionChip({ collapsed }: { readonly collapsed: boolean }) {
  const t = useT();
  const { route } = useStores();
  const system = useSystem();
  const certificates = useFollowed((stores) => stores.certificates);
  const certificate = certificateById(certificates, system?.certificateId);
  const who = certificate ? commonName(certificate.leaf.subject) : t('frame.session.nobody');
  const Icon = certificate ? ShieldCheck : ShieldOff;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button
          type="button"
          className={cx(
            'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-control py-0.5 text-left hover:bg-hover data-[state=open]:bg-pressed',
            collapsed ? 'w-full justify-center' : 'px-2.5',
          )}
        >
          <Icon
            size={15}
            aria-hidden
            className={cx('shrink-0', certificate ? 'text-accent-text' : 'text-text-faint')}
          />
          <VisuallyHidden>{t('frame.session.title')}:</VisuallyHidden>
          <span className={collapsed ? 'sr-only' : 'min-w-0 leading-tight'}>
            <span className="block truncate text-small font-medium text-text">{who}</span>
            <span className="block truncate text-tiny text-text-soft">
              {t(certificate ? 'frame.session.byCertificate' : 'frame.session.missing')}
            </span>
          </span>
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('frame.session.title')}
          className="z-50 flex w-80 max-w-[calc(100vw-1rem)] animate-rise flex-col gap-3 rounded-card bg-raised p-4 shadow-overlay outline-none"
        >
          <h2 className="text-heading font-semibold">{t('frame.session.title')}</h2>
          <p className="text-text-soft">
            {certificate
              ? t('frame.session.presents', { system: system?.name ?? '' })
              : t('frame.session.presentsNone', { system: system?.name ?? '' })}
          </p>
          {certificate && (
            <Facts
              items={[
                { label: t('frame.session.who'), value: who },
                { label: t('frame.session.certificate'), value: certificate.name },
                {
                  label: t('frame.session.issuer'),
                  value: commonName(certificate.leaf.issuer),
                },
                {
                  label: t('frame.session.validUntil'),
                  value: <Time absolute at={Date.parse(certificate.leaf.notAfter)} />,
                },
                { label: t('frame.session.to'), value: system?.webApiUrl ?? '' },
              ]}
            />
          )}
          <Popover.Close asChild>
            <Button className="self-start" onClick={() => route.go({ screen: 'certificates' })}>
              {t('frame.session.open')}
            </Button>
          </Popover.Close>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
