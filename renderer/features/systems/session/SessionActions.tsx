import { RefreshCw } from 'lucide-react';
import type { RefObject } from 'react';
import type { Session } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { SignOut } from './SignOut.tsx';
import type { SignInChoice } from './useSignInChoice.ts';

interface SessionActionsProps {
  readonly session: Session;
  readonly choice: SignInChoice;
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly onCancel: () => void;
  /** Receives the button that signs in. */
  readonly first: RefObject<HTMLButtonElement | null>;
}

/** What can be done in the session's state: sign in, cancel that, renew the token, sign out. */
export function SessionActions({
  session,
  choice,
  busy,
  onRefresh,
  onCancel,
  first,
}: SessionActionsProps) {
  const t = useT();
  const { state, tokens, missing, systemId } = session;
  if (session.attempt !== null) {
    return (
      // another button than the one that signs in: a held Enter would cancel at once
      <Button key="cancel" busy={busy} onClick={onCancel}>
        {t('session.cancel')}
      </Button>
    );
  }
  if (state !== 'active' && state !== 'refreshing') {
    return (
      <Button
        key="sign-in"
        ref={first}
        variant="primary"
        busy={choice.busy}
        disabled={missing.some((what) => what !== 'certificate')}
        onClick={choice.start}
      >
        {t(state === 'expired' ? 'session.signInAgain' : 'session.signIn')}
      </Button>
    );
  }
  return (
    <>
      {tokens?.refresh !== 'none' && (
        <Button
          className="mr-auto"
          icon={RefreshCw}
          busy={busy || state === 'refreshing'}
          onClick={onRefresh}
        >
          {t('session.refreshNow')}
        </Button>
      )}
      <SignOut systemId={systemId} />
    </>
  );
}
