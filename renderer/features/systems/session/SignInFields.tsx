import { useT } from '../../../i18n/index.ts';
import { LockNote, useLocked } from '../../../kit/bars/PolicyBar.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { PasswordField, Select, TextField } from '../../../ui/index.ts';
import type { Draft } from './settingsDraft.ts';

interface Fields {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

/** The app's client at the provider. */
export function ClientFields({
  draft,
  change,
  hasSecret,
  wrongId,
}: Fields & { readonly hasSecret: boolean; readonly wrongId: boolean }) {
  const t = useT();
  return (
    <>
      <TextField
        mono
        label={t('signIn.settings.clientId')}
        hint={t('signIn.settings.clientIdHint')}
        problem={wrongId ? t('session.wrongCharacters') : undefined}
        value={draft.clientId}
        onValueChange={(clientId) => change({ clientId })}
      />
      <PasswordField
        label={t('signIn.settings.secret')}
        hint={t(hasSecret ? 'signIn.settings.secretKept' : 'signIn.settings.noSecret')}
        value={draft.clientSecret}
        onValueChange={(clientSecret) => change({ clientSecret })}
        autoComplete="off"
      />
      <TextField
        mono
        optional
        label={t('signIn.settings.scopes')}
        hint={t('signIn.settings.scopesHint')}
        value={draft.extraScopes}
        onValueChange={(extraScopes) => change({ extraScopes })}
      />
    </>
  );
}

/** How a sign-in returns: from the window, and from the browser. */
export function BrowserFields({
  draft,
  change,
  byWindow,
  wrongPort,
}: Fields & { readonly byWindow: boolean; readonly wrongPort: boolean }) {
  const t = useT();
  return (
    <>
      {byWindow && (
        <>
          <TextField
            mono
            label={t('session.redirectUrl')}
            hint={t('signIn.settings.redirectHint')}
            value={draft.redirectUrl}
            onValueChange={(redirectUrl) => change({ redirectUrl })}
          />
          <Select
            label={t('signIn.settings.browserRedirect')}
            value={draft.browserRedirect}
            options={[
              { value: 'loopback', label: t('signIn.settings.loopback') },
              { value: 'protocol', label: t('signIn.settings.protocol') },
            ]}
            onValueChange={(browserRedirect) => change({ browserRedirect })}
          />
        </>
      )}
      <TextField
        mono
        optional
        label={t('signIn.settings.port')}
        hint={t('signIn.settings.portHint')}
        problem={wrongPort ? t('signIn.settings.wrongPort') : undefined}
        inputMode="numeric"
        value={draft.loopbackPort}
        onValueChange={(loopbackPort) => change({ loopbackPort })}
      />
    </>
  );
}

/** How tokens are sent, validated and stored. */
export function TokenFields({ draft, change }: Fields) {
  const t = useT();
  const inMemory = useLocked('noKeptTokens');
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          mono
          label={t('signIn.settings.header')}
          value={draft.header}
          onValueChange={(header) => change({ header })}
        />
        <TextField
          mono
          label={t('signIn.settings.scheme')}
          value={draft.scheme}
          onValueChange={(scheme) => change({ scheme })}
        />
      </div>
      <TextField
        mono
        label={t('signIn.settings.realmPath')}
        value={draft.realmPath}
        onValueChange={(realmPath) => change({ realmPath })}
      />
      <TextField
        mono
        optional
        label={t('signIn.settings.keysUrl')}
        hint={t('signIn.settings.keysUrlHint')}
        value={draft.keysUrl}
        onValueChange={(keysUrl) => change({ keysUrl })}
      />
      <Switch
        label={t('signIn.settings.idTokenRequired')}
        hint={t('signIn.settings.idTokenHint')}
        checked={draft.idTokenRequired}
        onCheckedChange={(idTokenRequired) => change({ idTokenRequired })}
      />
      <Switch
        label={t('signIn.settings.keepTokens')}
        hint={t('signIn.settings.keepHint')}
        disabled={inMemory}
        checked={draft.keepTokens}
        onCheckedChange={(keepTokens) => change({ keepTokens })}
      />
      {inMemory && <LockNote />}
    </>
  );
}
