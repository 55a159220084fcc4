import { expect, test } from 'vitest';
import { type Behaviour, back } from '../../../support/servers/hostile-provider.ts';
import { type Entered, enter } from '../../../support/servers/own-browser.ts';
import { attempt, meet } from '../../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../../support/worlds/sign-in.ts';

/** As Keycloak says that its own session ran out while the user was there. */
const expired = {
  code: null,
  error: 'temporarily_unavailable',
  error_description: 'authentication_expired',
};

/** Says so to the first requests, then goes on. */
function expiring(times: number, change: Readonly<Record<string, string | null>> = {}) {
  let asked = 0;
  const behaviour: Behaviour = {
    authorize: (at) => back(at, asked++ < times ? { ...expired, ...change } : {}),
  };
  return { behaviour, count: () => asked };
}

test('authentication_expired is tried once more, in the same window', async () => {
  const { behaviour, count } = expiring(1);
  const { session, world } = await attempt(behaviour);
  expect(session.cause).toMatchObject({ code: 'signed-in', problem: null });
  expect(count()).toBe(2);
  expect(world.windows).toHaveLength(1);
});

test('and no third time', async () => {
  const { behaviour, count } = expiring(9);
  const { session } = await attempt(behaviour);
  expect(session.cause.problem).toMatchObject({
    code: 'sign-in-provider-error',
    details: { error: 'temporarily_unavailable', server: 'authentication_expired' },
  });
  expect(count()).toBe(2);
});

test.each([
  ['of another request', { state: 'other' }, 'sign-in-state-mismatch'],
  ['of no request', { state: null }, 'sign-in-state-mismatch'],
  ['another reason', { error_description: 'maintenance' }, 'sign-in-provider-error'],
])('an answer %s is not tried again', async (_, change, code) => {
  const { behaviour, count } = expiring(1, change);
  const { session } = await attempt(behaviour);
  expect(session.cause.problem?.code).toBe(code);
  expect(count()).toBe(1);
});

test.each(['loopback', 'protocol'] as const)(
  'by the browser, which comes back by %s, a new page opens for the second try',
  async (browserRedirect) => {
    // The app looks at the page itself before the browser does.
    const { behaviour, count } = expiring(2);
    const { world } = await meet(behaviour);
    await world.calls().updateSettings({ systemId, browserRedirect }, sender);
    let state: string | null = null;
    const come = async (): Promise<void> => {
      let entered = null as Entered | null;
      const isNew = async (): Promise<boolean> => {
        const { attempt: running } = await world.snapshot();
        // Where the first try's page has ended already, nobody answers.
        entered = await enter(running?.authorizeUrl ?? '').catch(() => null);
        return entered !== null && entered.url.searchParams.get('state') !== state;
      };
      await expect.poll(isNew).toBe(true);
      if (entered === null) throw new Error('not entered');
      const { url, cookie } = entered as Entered;
      state = url.searchParams.get('state');
      const answer = await fetch(url, { redirect: 'manual' });
      const address = answer.headers.get('location') ?? '';
      if (browserRedirect === 'protocol') world.signIn.receiveUrl(address);
      else await (await fetch(address, { headers: { cookie } })).text();
    };
    await world.start('browser');
    await come();
    await come();
    const session = await world.until(({ cause }) =>
      ['attempt-ended', 'signed-in'].includes(cause.code),
    );
    expect(session.cause).toMatchObject({ code: 'signed-in', problem: null });
    expect(count()).toBe(4);
  },
);
