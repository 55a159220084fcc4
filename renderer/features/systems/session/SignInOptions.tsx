import type { Session } from '../../../../preload/contract/systems/session.ts';
import { signInWays } from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useFollowed } from '../../../kit/index.ts';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { Select } from '../../../ui/index.ts';
import { BrowserSteps } from './BrowserSteps.tsx';
import type { SignInChoice } from './useSignInChoice.ts';

interface SignInOptionsProps {
  readonly system: System;
  readonly session: Session;
  readonly choice: SignInChoice;
}

/** Chooses where the provider's pages open and which certificate they get. */
export function SignInOptions({ system, session, choice }: SignInOptionsProps) {
  const t = useT();
  const format = useFormat();
  const certificates = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  const { way, byMain } = choice;
  const offered = signInWays.filter((one) => session.ways.includes(one));
  return (
    <div className="flex flex-col gap-4">
      {session.ways.length > 1 && (
        <RadioGroup
          label={t('signIn.way.label')}
          value={way}
          onValueChange={choice.setWay}
          options={offered.map((value) => ({
            value,
            label: t(`signIn.way.${value}`),
            hint: t(`signIn.way.hints.${value}`),
          }))}
        />
      )}
      {byMain && (
        <Select
          label={t('session.certificate')}
          hint={t('session.certificateHint')}
          value={choice.certificateId}
          onValueChange={choice.setCertificateId}
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
      {way === 'browser' && <BrowserSteps system={system} />}
    </div>
  );
}
