import type { Session, SignInWay } from '../../../../preload/contract/systems/session.ts';
import { useStores } from '../../../kit/index.ts';
import { openExternally } from '../../../kit/openExternally.ts';
import { useAction } from '../../../kit/useAction.ts';
import { openTab } from './openTab.ts';

/** Starts the whole sign-in: the provider's pages open, and the session reports the result. */
export function useSignIn(session: Session | null) {
  const { client } = useStores();
  const { attempt, ...rest } = useAction();
  return {
    ...rest,
    /** Uses the previous way if none is given. */
    start: (way?: SignInWay, certificateId?: string | null) =>
      attempt(async () => {
        if (session === null) return;
        const started = await client.call('session.signIn', {
          systemId: session.systemId,
          way: way ?? session.ways[0] ?? 'browser',
          ...(certificateId === undefined ? {} : { certificateId }),
        });
        const { attempt: made } = started;
        if (made?.way === 'tab') await openTab(client, session.systemId);
        // If main could not open a browser, this one opens the provider's page.
        if (made?.opened === false && made.authorizeUrl !== null) {
          await openExternally(client, made.authorizeUrl);
        }
      }),
  };
}
