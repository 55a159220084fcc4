import { useState } from 'react';
import type { ClientsState } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient, useFollowed, useSystem } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useDraft } from '../../../kit/useDraft.ts';
import { Button, ErrorBar, PasswordField, SideSheet, TextField } from '../../../ui/index.ts';

interface SettingsSheetProps {
  readonly state: ClientsState;
  readonly onClose: () => void;
}

/** Where this system's clients are created: its web interface, and the registration endpoint. */
export function SettingsSheet({ state, onClose }: SettingsSheetProps) {
  const t = useT();
  const client = useClient();
  const system = useSystem();
  const { busy, problem, attempt } = useAction();
  const { settings, systemId } = state;
  const session = useFollowed((stores) => stores.session).value;
  const [webInterface, setWebInterface] = useState(settings.webInterfaceUrl ?? '');
  const [registration, setRegistration] = useState(settings.registrationUrl ?? '');
  const [token, setToken] = useState('');
  const wrong = (text: string) =>
    text.trim() === '' || /^https?:\/\/[^/]/.test(text.trim())
      ? {}
      : { problem: t('clients.places.notAnAddress') };
  const ready = !('problem' in wrong(webInterface)) && !('problem' in wrong(registration));
  const discard = useDraft(
    token !== '' ||
      webInterface !== (settings.webInterfaceUrl ?? '') ||
      registration !== (settings.registrationUrl ?? ''),
  );
  const usual =
    system?.authUrl && session !== null
      ? `${system.authUrl}${session.settings.realmPath}/clients-registrations/openid-connect`
      : null;

  const save = async () => {
    const saved = await attempt(() =>
      client.call('clients.updateSettings', {
        systemId,
        webInterfaceUrl: webInterface.trim() || null,
        registrationUrl: registration.trim() || null,
        ...(token.trim() === '' ? {} : { initialAccessToken: token.trim() }),
      }),
    );
    if (saved) onClose();
  };
  const forgetToken = () =>
    attempt(() => client.call('clients.updateSettings', { systemId, initialAccessToken: null }));

  return (
    <SideSheet
      open
      onClose={() => discard.leave(onClose)}
      title={t('clients.places.title')}
      subtitle={t('clients.places.text')}
      footer={
        <>
          <Button onClick={() => discard.leave(onClose)}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="client-places"
            busy={busy}
            disabled={!ready}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        id="client-places"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void save();
        }}
      >
        {problem && <ErrorBar error={problem} />}
        <TextField
          mono
          optional
          label={t('clients.places.webInterface')}
          hint={t('clients.places.webInterfaceHint')}
          placeholder="https://"
          value={webInterface}
          onValueChange={setWebInterface}
          {...wrong(webInterface)}
        />
        <TextField
          mono
          optional
          label={t('clients.places.registration')}
          hint={t('clients.places.registrationHint')}
          placeholder="https://"
          value={registration}
          onValueChange={setRegistration}
          {...wrong(registration)}
        />
        {usual !== null && registration.trim() === '' && (
          <Button size="small" variant="quiet" onClick={() => setRegistration(usual)}>
            {t('clients.places.usual')}
          </Button>
        )}
        <PasswordField
          optional
          label={t('clients.places.token')}
          hint={t(
            settings.hasInitialAccessToken
              ? 'clients.places.tokenKept'
              : 'clients.places.tokenHint',
          )}
          value={token}
          onValueChange={setToken}
          autoComplete="off"
        />
        {settings.hasInitialAccessToken && (
          <Button size="small" variant="quiet" onClick={() => void forgetToken()}>
            {t('clients.places.forgetToken')}
          </Button>
        )}
      </form>
      {discard.question}
    </SideSheet>
  );
}
