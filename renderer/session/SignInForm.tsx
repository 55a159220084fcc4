import { useState } from 'react';
import type { Session, SignInWay } from '../../preload/contract/session.ts';
import type { System } from '../../preload/contract/systems.ts';
import { useAction } from '../app/useAction.ts';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { useFollowed, useStores } from '../stores/index.ts';
import { Bar, Button, Copyable, ErrorBar, Facts, RadioGroup, Select } from '../ui/index.ts';
import { openProvider } from './openProvider.ts';

interface SignInFormProps {
  readonly system: System;
  readonly session: Session;
}

/** Says what will happen before it happens: which certificate, provider, client and redirect URL. */
export function SignInForm({ system, session }: SignInFormProps) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const { busy, problem, attempt } = useAction();
  const certificates = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const [way, setWay] = useState<SignInWay>(session.ways[0] ?? 'browser');
  const [certificateId, setCertificateId] = useState(system.certificateId ?? '');
  const { missing, settings, redirectUrls } = session;

  const start = () =>
    attempt(async () => {
      const started = await client.call('session.signIn', {
        systemId: system.id,
        way,
        ...(way === 'window' ? { certificateId: certificateId || null } : {}),
      });
      openProvider(started);
    });

  return (
    <div className="flex flex-col gap-4">
      {problem && <ErrorBar error={problem} />}
      {missing.length > 0 && (
        <Bar tone="note">
          {missing.map((what) => (
            <p key={what}>{t(`session.missing.${what}`)}</p>
          ))}
        </Bar>
      )}
      {session.ways.length > 1 && (
        <RadioGroup
          label={t('session.way.label')}
          value={way}
          onValueChange={setWay}
          options={session.ways.map((value) => ({
            value,
            label: t(`session.way.${value}`),
            hint: t(`session.way.hints.${value}`),
          }))}
        />
      )}
      {way === 'window' && (
        <Select
          label={t('session.certificate')}
          hint={t('session.certificateHint')}
          value={certificateId}
          onValueChange={setCertificateId}
          options={[
            { value: '', label: t('session.systemCertificate') },
            ...certificates.map(({ id, name, leaf }) => ({
              value: id,
              label: t('session.certificateChoice', {
                name,
                until: format.date(Date.parse(leaf.notAfter)),
              }),
            })),
          ]}
        />
      )}
      <Facts
        items={[
          { label: t('session.provider'), value: system.authUrl ?? t('session.none') },
          { label: t('session.client'), value: settings.clientId ?? t('session.none') },
          {
            label: t('session.redirectUrl'),
            value: <Copyable name={t('session.redirectUrl')} value={redirectUrls[way]} />,
          },
        ]}
      />
      <Button
        variant="primary"
        className="self-start"
        busy={busy}
        disabled={missing.some((what) => what !== 'certificate')}
        onClick={() => void start()}
      >
        {t('session.signIn')}
      </Button>
    </div>
  );
}
