import { LogIn, LogOut } from 'lucide-react';
import type { ToolServer } from '../../../../../preload/contract/chat/tool-servers.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { openExternally } from '../../../../kit/openExternally.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { Button, ErrorBar, Spinner } from '../../../../ui/index.ts';
import { wantsSignIn } from './health.tsx';

interface ServerSignInProps {
  readonly server: ToolServer;
  readonly signIn: NonNullable<ToolServer['signIn']>;
}

/** Whether the user is signed in for a service, and the way there: in the user's own browser. */
export function ServerSignIn({ server, signIn }: ServerSignInProps) {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt, forget } = useAction();
  const { id, state } = server;
  const { issuer, waiting } = signIn;
  const isWanted = wantsSignIn(server);
  const answersAnyone = issuer === null && (state === 'starting' || state === 'running');
  if (answersAnyone && waiting === null && problem === null) return null;
  return (
    <section aria-label={t('toolServers.signIn.label')} className="flex flex-col items-start gap-2">
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      <p className="phrases">
        {issuer === null ? t('toolServers.signIn.none') : t('toolServers.signIn.at', { issuer })}
      </p>
      {isWanted && waiting === null && (
        <p className="phrases text-text-soft">
          {t(issuer === null ? 'toolServers.signIn.why' : 'toolServers.signIn.whyAgain')}
        </p>
      )}
      {waiting === null ? (
        <div className="flex gap-2">
          {(issuer === null || isWanted) && (
            <Button
              size="small"
              variant={isWanted ? 'primary' : 'plain'}
              icon={LogIn}
              busy={busy}
              onClick={() => void attempt(() => client.call('toolServers.signIn', { id }))}
            >
              {t(issuer === null ? 'toolServers.signIn.action' : 'toolServers.signIn.again')}
            </Button>
          )}
          {issuer !== null && (
            <Button
              size="small"
              icon={LogOut}
              onClick={() => void attempt(() => client.call('toolServers.signOut', { id }))}
            >
              {t('toolServers.signIn.out')}
            </Button>
          )}
        </div>
      ) : (
        <Waiting id={id} waiting={waiting} />
      )}
    </section>
  );
}

function Waiting(props: {
  readonly id: string;
  readonly waiting: NonNullable<ServerSignInProps['signIn']['waiting']>;
}) {
  const { id, waiting } = props;
  const { address, opened } = waiting;
  const t = useT();
  const { client } = useStores();
  const { problem, attempt } = useAction();
  return (
    <>
      {problem && <ErrorBar error={problem} />}
      <p className="phrases flex items-center gap-2">
        <Spinner size={14} />
        {t(opened ? 'toolServers.signIn.waiting' : 'toolServers.signIn.notOpened')}
      </p>
      <div className="flex gap-2">
        {!opened && address !== null && (
          <Button
            size="small"
            icon={LogIn}
            onClick={() => void attempt(() => openExternally(client, address))}
          >
            {t('toolServers.signIn.open')}
          </Button>
        )}
        <Button
          size="small"
          onClick={() => void attempt(() => client.call('toolServers.cancelSignIn', { id }))}
        >
          {t('toolServers.signIn.cancel')}
        </Button>
      </div>
    </>
  );
}
