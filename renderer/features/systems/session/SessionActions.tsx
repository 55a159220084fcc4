import type { Session } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button } from '../../../ui/index.ts';
import { SignInProblem } from './SignInProblem.tsx';
import { SignOut } from './SignOut.tsx';

interface SessionActionsProps {
  readonly session: Session;
  readonly onSettings: () => void;
}

/** Actions on an existing session: renew its token, end it. */
export function SessionActions({ session, onSettings }: SessionActionsProps) {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt, forget } = useAction();
  const { systemId, state, tokens } = session;
  const refresh = () => attempt(() => client.call('session.refresh', { systemId }));
  // A problem that the session itself shows is not repeated.
  const news = problem?.code === session.cause.problem?.code ? null : problem;
  return (
    <div className="flex flex-col gap-3">
      {news && <SignInProblem problem={news} onSettings={onSettings} onDismiss={forget} />}
      <div className="flex flex-wrap gap-2">
        {tokens?.refresh !== 'none' && (
          <Button busy={busy || state === 'refreshing'} onClick={() => void refresh()}>
            {t('session.refreshNow')}
          </Button>
        )}
        <SignOut systemId={systemId} />
      </div>
    </div>
  );
}
