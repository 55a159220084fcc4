import { vi } from 'vitest';
import { patience } from '../../../support/patience.ts';
import { followAsBrowser } from '../../../support/servers/own-browser.ts';
import type { Examples, Stage } from './stage.ts';

const name = 'Signed in';

/** Of sessions, and of clients that a provider makes. */
export function signInExamples({ call, surroundings }: Stage): Examples {
  const { provider } = surroundings;
  let made = 0;

  const system = async (): Promise<string | null> => {
    const { systems = [] } = (await call('systems.snapshot', undefined)) ?? {};
    const [found] = systems.filter(
      (one) => one.name === name && one.authUrl === provider.origin && one.certificateId === null,
    );
    if (found !== undefined) return found.id;
    const added = await call('systems.add', {
      name,
      webApiUrl: provider.origin,
      authUrl: provider.origin,
      genaiUrl: null,
      authorities: [],
      certificateId: null,
    });
    return added?.id ?? null;
  };

  /** One attempt runs at a time, whatever system it is of. */
  const endAttempts = async (): Promise<void> => {
    const { systems = [] } = (await call('systems.snapshot', undefined)) ?? {};
    for (const { id } of systems) await call('session.cancel', { systemId: id });
  };

  const begin = async (way: 'browser' | 'tab' | 'window') => {
    const systemId = await system();
    if (systemId === null) return null;
    await endAttempts();
    await call('session.signOut', { systemId });
    await call('session.updateSettings', {
      systemId,
      ...provider.client,
      browserRedirect: 'loopback',
      loopbackPort: null,
      idTokenRequired: true,
      realmPath: '/auth/realms/op',
    });
    const begun = await call('session.signIn', { systemId, way });
    return begun && { systemId, begun };
  };

  const signedIn = async (): Promise<string | null> => {
    const systemId = await system();
    const session = systemId && (await call('session.snapshot', { systemId }));
    if (session && session.state === 'active') return systemId;
    const attempt = await begin('browser');
    const address = attempt?.begun.attempt?.authorizeUrl ?? null;
    if (attempt === null || address === null) return null;
    // as a browser follows it: to the provider, and back to the app, whose page tells the outcome
    await (await followAsBrowser(address)).text();
    return attempt.systemId;
  };

  const client = async () => {
    const demo = await call('systems.openDemo', undefined);
    made += 1;
    const redirectUrls = ['https://app.example/callback'];
    return demo && { systemId: demo.id, clientId: `made-${made}`, redirectUrls };
  };

  return {
    async 'session.signIn'() {
      await endAttempts();
      const demo = await call('systems.openDemo', undefined);
      return demo && { systemId: demo.id, way: 'browser' };
    },
    async 'session.refresh'() {
      const systemId = await signedIn();
      return systemId === null ? null : { systemId };
    },
    async 'session.openTab'() {
      const attempt = await begin('tab');
      return attempt && { systemId: attempt.systemId };
    },
    async 'session.chooseCertificate'() {
      const attempt = await begin('window');
      if (attempt === null) return null;
      const { systemId } = attempt;
      return vi.waitFor(
        async () => {
          const session = await call('session.snapshot', { systemId });
          const asked = session?.attempt?.certificateRequest;
          if (!asked) throw new Error(`no certificate is asked for: ${session?.state}`);
          const { id: requestId, certificates } = asked;
          return { systemId, requestId, fingerprint: certificates[0]?.fingerprint ?? null };
        },
        { timeout: patience(10_000), interval: 20 },
      );
    },
    'clients.create': client,
    async 'clients.rotateSecret'() {
      const wanted = await client();
      const created = wanted && (await call('clients.create', wanted));
      return created && { id: created.id };
    },
  };
}
