import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { ConfirmDialog } from '../../../ui/index.ts';
import { AppUrls } from './AppUrls.tsx';
import { findMatch, originOf, startDraft } from './redirects.ts';

/** Consequences of choosing this client for signing in that need a confirmation; none otherwise. */
export function useSignInConcerns({ redirectUrls, rootUrl }: Client) {
  const session = useFollowed((stores) => stores.session).value;
  const authUrl = useFollowed((stores) => stores.systems).value?.systems.find(
    ({ id }) => id === session?.systemId,
  )?.authUrl;
  const draft = startDraft(redirectUrls, rootUrl, originOf(authUrl));
  const needed = session?.ways.map((way) => session.redirectUrls[way]) ?? [];
  return {
    /** A session with another client, which ends. */
    ends: session?.state === 'active' || session?.state === 'refreshing',
    /** Whether the provider would refuse to return to this app. */
    refused: needed.length > 0 && needed.every((url) => findMatch(draft, url) === null),
  };
}

interface SignInWithDialogProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Confirms ending the session, or choosing a client that cannot work. */
export function SignInWithDialog({ client, onClose, onDone }: SignInWithDialogProps) {
  const t = useT();
  const { client: main, vault } = useStores();
  const { ends, refused } = useSignInConcerns(client);
  const { id, clientId, source } = client;
  return (
    <ConfirmDialog
      open
      title={t('clients.signInWith.title', { clientId })}
      confirmLabel={t('clients.signInWith.action')}
      onClose={onClose}
      onConfirm={async () => {
        await vault.withVault(() => main.call('clients.signInWith', { id }));
        onDone();
      }}
    >
      {ends && <span className="block">{t('clients.signInWith.ends')}</span>}
      {refused && (
        <strong className="mt-2 block font-medium text-degraded-text">
          {t(source === 'kept' ? 'clients.signInWith.noUrlKept' : 'clients.signInWith.noUrl')}
        </strong>
      )}
      {refused && <AppUrls />}
    </ConfirmDialog>
  );
}
