import { ExternalLink, KeyRound, LogIn, Plus } from 'lucide-react';
import type { ClientsState } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useCommand } from '../../../kit/useCommand.ts';
import { Button, EmptyState } from '../../../ui/index.ts';
import { AppUrls } from './AppUrls.tsx';

interface NoClientsProps {
  /** Clients can only be stored here; the app cannot create any. */
  readonly onlyKept: boolean;
  readonly realm: ClientsState['realm'];
  readonly openWebInterface: (() => void) | null;
  readonly onBegin: () => void;
  readonly onPlaces: () => void;
}

/** What to do without any client. */
export function NoClients(props: NoClientsProps) {
  const { onlyKept, realm, openWebInterface, onBegin, onPlaces } = props;
  const t = useT();
  const { run: openSession } = useCommand('session');
  return (
    <EmptyState
      icon={KeyRound}
      title={t('clients.empty.title')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" icon={Plus} onClick={onBegin}>
            {t('clients.new')}
          </Button>
          {onlyKept && realm === 'signed-out' && (
            <Button icon={LogIn} onClick={openSession}>
              {t('clients.realm.signIn')}
            </Button>
          )}
          {onlyKept && !openWebInterface && (
            <Button onClick={onPlaces}>{t('frame.shortcuts.clientPlaces')}</Button>
          )}
          {onlyKept && openWebInterface && (
            <Button icon={ExternalLink} onClick={openWebInterface}>
              {t('frame.shortcuts.webInterface')}
            </Button>
          )}
        </span>
      }
    >
      <p>{onlyKept ? t('clients.empty.onlyKept') : t('clients.empty.text')}</p>
      {onlyKept && (
        <div className="mt-3">
          <AppUrls />
        </div>
      )}
      {onlyKept && realm !== 'none' && realm !== 'manages' && (
        <p className="mt-2">{t(`clients.realm.${realm}`)}</p>
      )}
    </EmptyState>
  );
}
