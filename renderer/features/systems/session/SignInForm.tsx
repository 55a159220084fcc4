import { useState } from 'react';
import {
  type Session,
  type SignInWay,
  signInWays,
} from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useFollowed } from '../../../kit/index.ts';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { Button, Copyable, Facts, Mono, Select } from '../../../ui/index.ts';
import { BrowserSteps } from './BrowserSteps.tsx';
import { MissingParts } from './MissingParts.tsx';
import { RouteOffer } from './RouteOffer.tsx';
import { SignInProblem } from './SignInProblem.tsx';
import { useSignIn } from './useSignIn.ts';

interface SignInFormProps {
  readonly system: System;
  readonly session: Session;
  readonly onSettings: () => void;
}

/** Explains the sign-in before it starts: certificate, provider, client and redirect URL. */
export function SignInForm({ system, session, onSettings }: SignInFormProps) {
  const t = useT();
  const format = useFormat();
  const { busy, problem, start } = useSignIn(session);
  const certificates = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const [chosenWay, setWay] = useState<SignInWay | null>(null);
  const [certificateId, setCertificateId] = useState(system.certificateId ?? '');
  const { missing, settings, redirectUrls } = session;
  const way = chosenWay ?? session.ways[0] ?? 'browser';
  const byMain = way !== 'browser';
  const offered = signInWays.filter((one) => session.ways.includes(one));
  const { leaf } = certificates.find(({ id }) => id === certificateId) ?? { leaf: null };
  const chosenFacts =
    leaf === null
      ? []
      : [
          { label: t('certificates.facts.subject'), value: leaf.subject },
          { label: t('certificates.facts.issuer'), value: leaf.issuer },
          {
            label: t('certificates.facts.validity'),
            value: t('certificates.facts.fromTo', {
              from: format.date(Date.parse(leaf.notBefore)),
              to: format.date(Date.parse(leaf.notAfter)),
            }),
          },
        ];

  return (
    <div className="flex flex-col gap-4">
      {problem && <SignInProblem problem={problem} onSettings={onSettings} />}
      {settings.route === 'certificate' && <RouteOffer session={session} />}
      <MissingParts missing={missing} systemId={system.id} onSettings={onSettings} />
      {session.ways.length > 1 && (
        <RadioGroup
          label={t('session.way.label')}
          value={way}
          onValueChange={setWay}
          options={offered.map((value) => ({
            value,
            label: t(`session.way.${value}`),
            hint: t(`session.way.hints.${value}`),
          }))}
        />
      )}
      {byMain && (
        <Select
          label={t('session.certificate')}
          hint={t('session.certificateHint')}
          value={certificateId}
          onValueChange={setCertificateId}
          options={[
            {
              value: '',
              label: t(way === 'tab' ? 'session.withoutCertificate' : 'session.systemCertificate'),
            },
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
      <p className="phrases">{t(`session.before.${way}`)}</p>
      {way === 'browser' && <BrowserSteps system={system} />}
      <Facts
        items={[
          { label: t('session.provider'), value: system.authUrl ?? t('session.none') },
          ...(byMain
            ? chosenFacts
            : [{ label: t('session.certificate'), value: t('session.browserCertificate') }]),
          { label: t('session.client'), value: settings.clientId ?? t('session.none') },
          {
            label: t('session.redirectUrl'),
            value: <Copyable name={t('session.redirectUrl')} value={redirectUrls[way]} />,
          },
          {
            label: t('session.scope'),
            value: <Mono>{['openid', ...settings.extraScopes].join(' ')}</Mono>,
          },
        ]}
      />
      {/* visible without scrolling, also in a low window */}
      <div className="sticky -bottom-4 -mx-5 -my-2 border-line border-t bg-raised px-5 pt-3 pb-4">
        <Button
          variant="primary"
          busy={busy}
          disabled={missing.some((what) => what !== 'certificate')}
          onClick={() => void start(way, byMain ? certificateId || null : undefined)}
        >
          {t('session.signIn')}
        </Button>
      </div>
    </div>
  );
}
