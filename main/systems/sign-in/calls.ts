import type { Handlers } from '../../../preload/contract/index.ts';
import type { SessionOperations } from './operations.ts';

/** Maps the contract's calls to operations. */
export function sessionCalls(sessions: SessionOperations): Handlers<'session'> {
  return {
    snapshot: ({ systemId }) => sessions.snapshot(systemId),
    signIn: ({ systemId, way, certificateId }) => sessions.start(systemId, way, certificateId),
    openTab: async ({ systemId }) => ({ path: sessions.page(systemId) }),
    cancel: ({ systemId }) => sessions.cancel(systemId),
    chooseCertificate: async ({ systemId, requestId, fingerprint }) =>
      sessions.chooseCertificate(systemId, requestId, fingerprint),
    signOut: ({ systemId }) => sessions.signOut(systemId),
    refresh: ({ systemId }) => sessions.refresh(systemId),
    updateSettings: ({ systemId, ...change }) => sessions.changeSettings(systemId, change),
  };
}
