import { expect, test } from 'vitest';
import { defaultConnection } from '../../../../main/base/network/index.ts';
import { callWebApi } from '../../../../main/machines/monitor/index.ts';
import type { Behaviour, Context } from '../../../support/servers/hostile-provider.ts';
import { attempt, exchanged, type Met } from '../../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../../support/worlds/sign-in.ts';

/** A call by token beside that of the machine states, such as a calendar on the system's own origin. */
const side = ({ provider, world }: Met, path: string | URL = '/calendar.ics') =>
  callWebApi(
    world.network,
    {
      address: provider.origin,
      identity: null,
      connection: defaultConnection(),
      authorization: world.signIn.authorization(systemId),
    },
    { path },
  );

const fine: Behaviour['status'] = () => ({ body: [{ machine: 'a', status: 'up' }] });
const refusing =
  (status: number): Behaviour['other'] =>
  () => ({ status, body: { detail: 'not for you' } });
const text = (body: Uint8Array) => Buffer.from(body).toString();
const refreshes = ({ provider }: Met) =>
  provider.tokenForms.filter((form) => form.get('grant_type') === 'refresh_token').length;

test.each([401, 403])(
  'a side call that is refused twice with %i ends no session',
  async (status) => {
    const met = await attempt({ status: fine, other: refusing(status) });
    const answer = await side(met);
    expect(answer.status).toBe(status);
    expect(text(answer.body)).toContain('not for you');
    expect(refreshes(met)).toBe(1);
    expect(await met.world.snapshot()).toMatchObject({
      state: 'active',
      cause: { code: 'refreshed' },
    });
    expect((await met.call()).status).toBe(200);
  },
);

test('an address of the same origin is asked as it is, the machine states below the system’s address', async () => {
  const met = await attempt({ status: fine, other: refusing(403) });
  await side(met, new URL('/plans/2026.ics?of=all', met.provider.origin));
  const asked = met.provider.visits.map(({ url }) => url.slice(met.provider.origin.length));
  expect(asked.filter((path) => !path.startsWith('/auth/'))).toEqual([
    '/plans/2026.ics?of=all',
    '/plans/2026.ics?of=all',
    '/status/',
  ]);
});

test('a side call that only an old token is refused for goes through with the new one', async () => {
  let asked = 0;
  const met = await attempt({
    status: fine,
    other: () => (asked++ === 0 ? { status: 403 } : { body: 'BEGIN:VCALENDAR' }),
  });
  expect(text((await side(met)).body)).toBe('BEGIN:VCALENDAR');
  expect(met.provider.visits.some(({ url }) => url.endsWith('/status/'))).toBe(false);
});

test.each([401, 403])(
  'where the machine states are refused with %i too, the session has ended',
  async (status) => {
    const met = await attempt({ status: () => ({ status }), other: refusing(403) });
    await expect(side(met)).rejects.toMatchObject({
      code: 'session-expired',
      details: { status: 403 },
    });
    expect(await met.world.snapshot()).toMatchObject({
      state: 'expired',
      cause: { code: 'call-refused-again' },
    });
  },
);

test.each<[string, Behaviour['status']]>([
  ['is out of order', () => ({ status: 500 })],
  ['is not there', () => ({ status: 404 })],
  ['breaks off', () => (response) => response.destroy()],
])('a Web API that %s tells nothing of the token', async (_, status) => {
  const met = await attempt({ status, other: refusing(403) });
  expect((await side(met)).status).toBe(403);
  expect((await met.world.snapshot()).state).toBe('active');
});

const withoutRenewal: [string, Behaviour, string][] = [
  [
    'there is no refresh token',
    exchanged((at: Context) => at.answer({ refresh_token: undefined })),
    'signed-in',
  ],
  [
    'the provider refuses to renew',
    { refresh: () => ({ status: 400, body: { error: 'invalid_grant' } }) },
    'refresh-refused',
  ],
  [
    'the provider’s answer gets lost',
    { refresh: () => (response) => response.destroy() },
    'refresh-unanswered',
  ],
  [
    'the provider is out of order',
    { refresh: () => ({ status: 502, body: '<h1>Bad Gateway</h1>' }) },
    'refresh-unanswered',
  ],
];

test.each(withoutRenewal)('the session goes on where %s', async (_, behaviour, cause) => {
  const met = await attempt({ ...behaviour, status: fine, other: refusing(403) });
  expect((await side(met)).status).toBe(403);
  expect(await met.world.snapshot()).toMatchObject({ state: 'active', cause: { code: cause } });
  expect((await side(met)).status).toBe(403);
  // Neither is a refresh token sent again that may be used up.
  expect(refreshes(met)).toBeLessThanOrEqual(1);
  expect((await met.call()).status).toBe(200);
});

test.each(withoutRenewal)('and ends with the machine states where %s', async (_, behaviour) => {
  const met = await attempt({
    ...behaviour,
    status: () => ({ status: 401 }),
    other: refusing(403),
  });
  await expect(side(met)).rejects.toMatchObject({ code: 'session-expired' });
  expect((await met.world.snapshot()).state).toBe('expired');
});

test('many side calls at once are renewed once, and none ends the session', async () => {
  const met = await attempt({ status: fine, other: refusing(401) });
  const answers = await Promise.all(Array.from({ length: 30 }, () => side(met)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(refreshes(met)).toBeLessThanOrEqual(2);
  expect((await met.world.calls().snapshot({ systemId }, sender)).state).toBe('active');
});
