import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { clientIdPattern } from '../../../preload/contract/client-id.ts';
import type { Client, ClientSource, ClientsState } from '../../../preload/contract/clients.ts';
import { useT } from '../../i18n/index.ts';
import { useClient, useSystem } from '../../kit/index.ts';
import { useAction } from '../../kit/useAction.ts';
import {
  Button,
  ErrorBar,
  PasswordField,
  SideSheet,
  TextField,
  useDiscard,
} from '../../ui/index.ts';
import { fromLocalField } from './localTime.ts';
import { RedirectUrls } from './RedirectUrls.tsx';
import { isComplete, isSameDraft, originOf, rootUrlOf, startDraft, urlsOf } from './redirects.ts';
import { useWebInterface } from './useWebInterface.ts';
import { Ways } from './Ways.tsx';

interface CreateSheetProps {
  readonly state: ClientsState;
  readonly onClose: () => void;
  /** Whose redirect URLs it starts with. */
  readonly like?: Client | undefined;
  /** @param wantedId The Client ID that was asked for. */
  readonly onCreated: (client: Client, wantedId: string) => void;
}

/** A new client: made with the system, its secret issued with it, or copied from the web interface. */
export function CreateSheet({ state, like, onClose, onCreated }: CreateSheetProps) {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useAction();
  const { systemId, ways, settings } = state;
  const [way, setWay] = useState<ClientSource>(ways[0] ?? 'kept');
  const [clientId, setClientId] = useState('');
  const provider = originOf(useSystem()?.authUrl);
  const [start] = useState(() =>
    startDraft(like?.redirectUrls ?? [], like?.rootUrl ?? null, provider),
  );
  const [redirects, setRedirects] = useState(start);
  const [secret, setSecret] = useState('');
  const [created, setCreated] = useState('');
  const openWebInterface = useWebInterface(settings.webInterfaceUrl);

  const taken = state.clients.some((one) => one.clientId === clientId);
  const wrongId =
    clientId === ''
      ? undefined
      : !clientIdPattern.test(clientId)
        ? t('clients.wrong.characters')
        : taken
          ? t('clients.wrong.taken')
          : undefined;
  const ready = clientId !== '' && wrongId === undefined && isComplete(redirects);
  const kept = way === 'kept';
  const typed = [clientId, secret, created].some((text) => text !== '');
  const discard = useDiscard(typed || !isSameDraft(redirects, start));

  const create = async () => {
    const wanted = {
      systemId,
      clientId,
      redirectUrls: urlsOf(redirects),
      rootUrl: rootUrlOf(redirects),
    };
    const made = await attempt(() =>
      way === 'kept'
        ? client.call('clients.keep', {
            ...wanted,
            secret: secret.trim() === '' ? null : secret.trim(),
            createdAt: fromLocalField(created),
          })
        : client.call('clients.create', { ...wanted, way }),
    );
    if (made) onCreated(made.value, clientId);
  };

  return (
    <SideSheet
      open
      onOpenChange={(open) => {
        if (!open) discard.leave(onClose);
      }}
      title={like ? t('clients.likeTitle', { clientId: like.clientId }) : t('clients.createTitle')}
      subtitle={kept ? t('clients.keepHint') : t('clients.createHint')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="create-client"
            busy={busy}
            disabled={!ready}
          >
            {kept ? t('clients.keep') : t('clients.create')}
          </Button>
        </>
      }
    >
      <form
        id="create-client"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void create();
        }}
      >
        {problem && <ErrorBar error={problem} />}
        <Ways
          state={state}
          value={way}
          onValueChange={setWay}
          onLeave={discard.leave}
          onClose={onClose}
        />
        {kept && openWebInterface && (
          <Button size="small" icon={ExternalLink} onClick={openWebInterface}>
            {t('clients.webInterface.open')}
          </Button>
        )}
        <TextField
          label={t('clients.clientId')}
          hint={t('clients.clientIdHint')}
          value={clientId}
          onValueChange={setClientId}
          {...(wrongId ? { problem: wrongId } : {})}
          maxLength={255}
          mono
        />
        {kept && (
          <>
            <PasswordField
              label={t('clients.secret')}
              hint={t('clients.secretHint')}
              optional
              value={secret}
              onValueChange={setSecret}
              autoComplete="off"
            />
            <TextField
              label={t('clients.createdAt')}
              optional
              type="datetime-local"
              value={created}
              onValueChange={setCreated}
            />
          </>
        )}
        <RedirectUrls draft={redirects} onChange={setRedirects} />
      </form>
      {discard.question}
    </SideSheet>
  );
}
