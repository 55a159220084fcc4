import { useState } from 'react';
import { withoutTrailingSlashes } from '../../../../common/texts/trim.ts';
import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useSystem } from '../../../kit/index.ts';
import type { Shell } from '../../../kit/shells.ts';
import { Segmented, Select } from '../../../ui/index.ts';
import { AuthoritiesFile } from './AuthoritiesFile.tsx';
import { Code } from './Code.tsx';
import { ShellChoice } from './ShellChoice.tsx';
import { type Caller, callers, statusEnvironment, statusSnippet } from './statusSnippets.ts';

interface CertificateLinesProps {
  readonly certificate: Certificate;
  /** Path or name of the exported PEM file. */
  readonly file: string;
  readonly encrypted: boolean;
}

/** Names are the same in every language. */
const names: Readonly<Record<Caller, string>> = {
  curl: 'curl',
  wget: 'Wget',
  requests: 'Python (requests)',
  httpx: 'Python (httpx)',
  node: 'Node.js',
};

/** Commands that call a system's Web API with the exported certificate, or the reason why a system has none. */
export function CertificateLines({ certificate, file, encrypted }: CertificateLinesProps) {
  const t = useT();
  const present = useSystem();
  const all = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [caller, setCaller] = useState<Caller>('curl');
  const [shell, setShell] = useState<Shell>('bash');
  const withWebApi = all.filter(({ webApiUrl }) => webApiUrl !== '');
  const usable = withWebApi.filter(({ route }) => route !== 'token');
  const byToken = withWebApi.filter(({ route }) => route === 'token');
  const system =
    usable.find(({ id }) => id === chosen) ?? proposed(usable, certificate, present?.id ?? null);
  const left = byToken.length > 0 && (
    <p className="phrases text-small text-text-soft">
      {t('elsewhere.certificate.byToken', {
        systems: byToken.map(({ name }) => name).join(t('certificates.separator')),
        certificate: t('session.route.certificate'),
        both: t('session.route.both'),
      })}
    </p>
  );
  if (system === undefined) {
    return (
      <section className="space-y-3 border-line border-t pt-4">
        <h3 className="font-medium">{t('elsewhere.certificate.title')}</h3>
        {left || (
          <p className="phrases text-small text-text-soft">{t('elsewhere.certificate.noWebApi')}</p>
        )}
      </section>
    );
  }
  const use = {
    url: `${withoutTrailingSlashes(system.webApiUrl)}/status/`,
    file,
    encrypted,
    ownAuthorities: system.authorities.length > 0,
  };
  const asked = statusEnvironment(shell, caller, use);
  const hint = hintOf(caller, shell, encrypted);
  return (
    <section className="space-y-3 border-line border-t pt-4">
      <h3 className="font-medium">{t('elsewhere.certificate.title')}</h3>
      {usable.length > 1 && (
        <Select
          className="w-64"
          label={t('elsewhere.certificate.system')}
          value={system.id}
          options={usable.map(({ id, name }) => ({ value: id, label: name }))}
          onValueChange={setChosen}
        />
      )}
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Segmented
          label={t('elsewhere.program')}
          labelHidden
          value={caller}
          options={callers.map((value) => ({ value, label: names[value] }))}
          onValueChange={setCaller}
        />
        <ShellChoice value={shell} onChange={setShell} />
      </div>
      {use.ownAuthorities && <AuthoritiesFile systemId={system.id} />}
      {asked !== '' && (
        <>
          <p className="phrases text-small text-text-soft">
            {t('elsewhere.certificate.environment')}
          </p>
          <Code name={t('elsewhere.environment')} text={asked} />
        </>
      )}
      <p className="phrases text-small text-text-soft">
        {t(`elsewhere.certificate.run.${caller}`)}
      </p>
      <Code name={names[caller]} text={statusSnippet(caller, shell, use)} />
      {hint !== null && (
        <p className="phrases text-small text-text-soft">
          {t(`elsewhere.certificate.hints.${hint}`)}
        </p>
      )}
      {left}
    </section>
  );
}

/** The current system if it uses the certificate, else one that uses it, else the current one. */
function proposed(
  usable: readonly System[],
  { usedBy }: Certificate,
  present: string | null,
): System | undefined {
  const users = usable.filter(({ id }) => usedBy.includes(id));
  return (
    users.find(({ id }) => id === present) ??
    users[0] ??
    usable.find(({ id }) => id === present) ??
    usable[0]
  );
}

function hintOf(caller: Caller, shell: Shell, encrypted: boolean) {
  if (caller === 'curl' && shell !== 'bash') return 'schannel';
  if (!encrypted) return null;
  if (caller === 'curl') return 'asks';
  return caller === 'wget' ? 'wget' : null;
}
