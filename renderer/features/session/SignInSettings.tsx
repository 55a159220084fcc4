import { type FormEvent, useState } from 'react';
import { clientIdPattern } from '../../../preload/contract/client-id.ts';
import type { Session } from '../../../preload/contract/session.ts';
import { useT } from '../../i18n/index.ts';
import { LockNote, useLocked } from '../../kit/bars/PolicyBar.tsx';
import { useStores } from '../../kit/index.ts';
import { useAction } from '../../kit/useAction.ts';
import { Switch } from '../../ui/fields/Switch.tsx';
import { Button, ErrorBar, PasswordField, Select, TextField, useToasts } from '../../ui/index.ts';
import { changesOf, type Draft, draftOf } from './settingsDraft.ts';

/** What signing in to this system needs and how its tokens are used; the secret is write-only. */
export function SignInSettings({ session }: { readonly session: Session }) {
  const t = useT();
  const { client } = useStores();
  const toasts = useToasts();
  const { busy, problem, attempt } = useAction();
  const inMemory = useLocked('noKeptTokens');
  const { settings, systemId } = session;
  // Only what is typed here is kept: the other fields follow what another window or main changes.
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const draft = { ...draftOf(settings), ...typed };
  const change = (part: Partial<Draft>) => setTyped({ ...typed, ...part });
  const port = Number(draft.loopbackPort);
  const wrongPort =
    draft.loopbackPort !== '' && !(Number.isInteger(port) && port >= 1024 && port <= 65_535);

  const wrongId =
    typed.clientId !== undefined &&
    typed.clientId.trim() !== '' &&
    !clientIdPattern.test(typed.clientId.trim());

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || wrongPort || wrongId) return;
    const saved = await attempt(() =>
      client.call('session.updateSettings', {
        systemId,
        ...changesOf(draft, settings),
      }),
    );
    if (!saved) return;
    setTyped({});
    toasts.show({ text: t('session.settings.saved') });
  };

  return (
    <form className="mt-3 flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      {problem && <ErrorBar error={problem} />}
      <TextField
        mono
        label={t('session.settings.clientId')}
        hint={t('session.settings.clientIdHint')}
        problem={wrongId ? t('session.wrongCharacters') : undefined}
        value={draft.clientId}
        onValueChange={(clientId) => change({ clientId })}
      />
      <PasswordField
        label={t('session.settings.secret')}
        hint={t(
          settings.hasClientSecret ? 'session.settings.secretKept' : 'session.settings.noSecret',
        )}
        value={draft.clientSecret}
        onValueChange={(clientSecret) => change({ clientSecret })}
        autoComplete="off"
      />
      <TextField
        mono
        optional
        label={t('session.settings.scopes')}
        hint={t('session.settings.scopesHint')}
        value={draft.extraScopes}
        onValueChange={(extraScopes) => change({ extraScopes })}
      />
      {session.ways.includes('window') && (
        <>
          <TextField
            mono
            label={t('session.redirectUrl')}
            hint={t('session.settings.redirectHint')}
            value={draft.redirectUrl}
            onValueChange={(redirectUrl) => change({ redirectUrl })}
          />
          <Select
            label={t('session.settings.browserRedirect')}
            value={draft.browserRedirect}
            options={[
              { value: 'loopback', label: t('session.settings.loopback') },
              { value: 'protocol', label: t('session.settings.protocol') },
            ]}
            onValueChange={(browserRedirect) => change({ browserRedirect })}
          />
        </>
      )}
      <TextField
        mono
        optional
        label={t('session.settings.port')}
        hint={t('session.settings.portHint')}
        problem={wrongPort ? t('session.settings.wrongPort') : undefined}
        inputMode="numeric"
        value={draft.loopbackPort}
        onValueChange={(loopbackPort) => change({ loopbackPort })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          mono
          label={t('session.settings.header')}
          value={draft.header}
          onValueChange={(header) => change({ header })}
        />
        <TextField
          mono
          label={t('session.settings.scheme')}
          value={draft.scheme}
          onValueChange={(scheme) => change({ scheme })}
        />
      </div>
      <TextField
        mono
        label={t('session.settings.realmPath')}
        value={draft.realmPath}
        onValueChange={(realmPath) => change({ realmPath })}
      />
      <Switch
        label={t('session.settings.idTokenRequired')}
        hint={t('session.settings.idTokenHint')}
        checked={draft.idTokenRequired}
        onCheckedChange={(idTokenRequired) => change({ idTokenRequired })}
      />
      <Switch
        label={t('session.settings.keepTokens')}
        hint={t('session.settings.keepHint')}
        disabled={inMemory}
        checked={draft.keepTokens}
        onCheckedChange={(keepTokens) => change({ keepTokens })}
      />
      {inMemory && <LockNote />}
      <Button variant="primary" type="submit" busy={busy} className="self-start">
        {t('common.save')}
      </Button>
    </form>
  );
}
