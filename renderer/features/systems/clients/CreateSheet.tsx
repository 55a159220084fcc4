import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { clientIdPattern } from '../../../../preload/contract/systems/client-id.ts';
import type {
  Client,
  ClientSource,
  ClientsState,
} from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useDraft } from '../../../kit/useDraft.ts';
import { Button, ErrorBar, SideSheet, TextField } from '../../../ui/index.ts';
import { AppUrls } from './AppUrls.tsx';
import { CopiedClientFields } from './CopiedClientFields.tsx';
import { fromLocalField } from './localTime.ts';
import { RedirectUrls } from './RedirectUrls.tsx';
import { useRedirectDraft } from './useRedirectDraft.ts';
import { useWebInterface } from './useWebInterface.ts';
import { Ways } from './Ways.tsx';

interface CreateSheetProps {
  readonly state: ClientsState;
  readonly onClose: () => void;
  /** The client whose redirect URLs are the initial ones. */
  readonly like?: Client | undefined;
  /** @param wantedId The requested Client ID. */
  readonly onCreated: (client: Client, wantedId: string) => void;
}

/** A new client: created with the system, which issues its secret, or copied from the web interface. */
export function CreateSheet({ state, like, onClose, onCreated }: CreateSheetProps) {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useAction();
  const { systemId, ways, settings } = state;
  const [way, setWay] = useState<ClientSource>(ways[0] ?? 'kept');
  const [clientId, setClientId] = useState('');
  const redirects = useRedirectDraft(like);
  const [secret, setSecret] = useState('');
  const [created, setCreated] = useState('');
  const openWebInterface = useWebInterface(settings.webInterfaceUrl);

  const taken = state.clients.some((one) => one.clientId === clientId);
  const wrongId =
    clientId === ''
      ? undefined
      : !clientIdPattern.test(clientId)
        ? t('session.wrongCharacters')
        : taken
          ? t('clients.wrong.taken')
          : undefined;
  const ready = clientId !== '' && wrongId === undefined && redirects.complete;
  const kept = way === 'kept';
  const typed = [clientId, secret, created].some((text) => text !== '');
  const discard = useDraft(typed || redirects.changed);

  const create = async () => {
    const wanted = { systemId, clientId, ...redirects.value() };
    const made = await attempt(() =>
      way === 'kept'
        ? client.call('clients.keep', {
            ...wanted,
            secret: secret.trim() === '' ? null : secret.trim(),
            createdAt: fromLocalField(created),
          })
        : client.call('clients.create', { ...wanted, way }),
    );
    if (!made) return;
    discard.taken();
    onCreated(made.value, clientId);
  };

  return (
    <SideSheet
      open
      onClose={() => discard.leave(onClose)}
      title={like ? t('clients.likeTitle', { clientId: like.clientId }) : t('clients.createTitle')}
      subtitle={kept ? t('clients.keepHint') : t('clients.createHint')}
      footer={
        <>
          <Button onClick={() => discard.leave(onClose)}>{t('common.cancel')}</Button>
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
            {t('frame.shortcuts.webInterface')}
          </Button>
        )}
        {kept && <AppUrls />}
        <TextField
          label={t('clients.clientId')}
          hint={wrongId === undefined ? t('clients.clientIdHint') : undefined}
          value={clientId}
          onValueChange={setClientId}
          {...(wrongId ? { problem: wrongId } : {})}
          maxLength={255}
          mono
        />
        {kept && (
          <CopiedClientFields
            label={t('clients.secret')}
            hint={t('clients.secretHint')}
            secret={secret}
            onSecret={setSecret}
            created={created}
            onCreated={setCreated}
          />
        )}
        <RedirectUrls {...redirects.field} suggests={!kept} />
      </form>
      {discard.question}
    </SideSheet>
  );
}
