import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { StoredProgram } from '../../../../main/work/programs/store.ts';
import {
  passWebApiCall,
  requireSession,
  type WebApiDeps,
} from '../../../../main/work/programs/web-api.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { patience } from '../../../support/patience.ts';

interface Given {
  readonly session?: 'active' | 'authorizing' | 'session-expired' | 'session-signed-out';
  readonly isLocked?: boolean;
  readonly route?: 'token' | 'certificate';
}

/** A system whose identity provider never answers: its token has to be renewed. */
function worldOf({ session = 'active', isLocked = false, route = 'token' }: Given) {
  const link = {
    ...{ systemId: 'alpha', service: 'webApi', address: 'https://alpha.example' },
    byToken: route === 'token',
    certificateId: route === 'certificate' ? 'certificate' : null,
  };
  const never = (): Promise<never> => new Promise(() => undefined);
  const deps = {
    links: {
      to: (_: string, service: string) =>
        service === 'webApi' ? link : { ...link, address: null, service },
      scope: () => 'user',
    },
    vault: {
      state: () => ({ state: isLocked ? 'locked' : 'unlocked', protection: 'passphrase' }),
    },
    sessions: {
      unavailable: async () =>
        session.startsWith('session-') ? new AppError(session as never) : null,
      snapshot: async () => ({ state: session }),
    },
    access: {
      openWebApi: async () => ({
        ...{ address: link.address, identity: null, connection: {} },
        authorization: { attach: never, renew: never, renewIfPossible: never },
      }),
    },
    network: {},
  } as unknown as WebApiDeps;
  const program = { systemId: 'alpha', readOnly: true } as StoredProgram;
  return {
    call: () =>
      passWebApiCall(deps, {
        ...{ program, method: 'GET', path: '/status/', headers: {}, body: new Uint8Array() },
        ...{ response: {} as ServerResponse, signal: new AbortController().signal },
      }),
    tool: () => requireSession(deps, 'alpha'),
  };
}

const cases: [string, Given, object][] = [
  ['a token that is being renewed', {}, { status: 503, code: 'session-renewing' }],
  ['a sign-in that runs', { session: 'authorizing' }, { code: 'session-signed-out' }],
  ['a session that has ended', { session: 'session-expired' }, { code: 'session-expired' }],
  ['no session', { session: 'session-signed-out' }, { code: 'session-signed-out' }],
  ['locked secrets', { isLocked: true }, { code: 'vault-locked' }],
  [
    'locked secrets, by certificate',
    { isLocked: true, route: 'certificate' },
    { code: 'vault-locked' },
  ],
];

test.each(cases)('a call and a tool fail within a second with %s', async (_, given, expected) => {
  const { call, tool } = worldOf(given);
  const before = performance.now();
  await Promise.all([
    expect(call()).rejects.toMatchObject(expected),
    expect(tool()).rejects.toMatchObject(expected),
  ]);
  expect(performance.now() - before).toBeLessThan(patience(1000));
});
