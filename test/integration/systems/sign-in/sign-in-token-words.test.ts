import { expect, test } from 'vitest';
import {
  type Behaviour,
  hostileClient,
  type Reply,
} from '../../../support/servers/hostile-provider.ts';
import { attempt, exchanged, type Met } from '../../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../../support/worlds/sign-in.ts';

const access = 'planted-access-token';
const refresh = 'planted-refresh-token';
const good = JSON.stringify({ access_token: access, refresh_token: refresh, token_type: 'bearer' });

/** Answers with a good status that are no token response, each with tokens where words would be taken from. */
const unreadable: [string, Reply][] = [
  ['cut short', { body: good.slice(0, -1) }],
  ['cut short, called JSON', { headers: jsonType(), body: good.slice(0, -1) }],
  ['followed by more', { body: `${good} ${good}` }],
  ['as a form', { body: `access_token=${access}&refresh_token=${refresh}` }],
  ['as a page', { body: `<html><title>${access}</title><p>${refresh}</p></html>` }],
  ['with another good status', { status: 203, body: good.slice(1) }],
  ['as a text of JSON', { body: JSON.stringify(good) }],
  ['in a list', { headers: jsonType(), body: `[${good}]` }],
  ['as a message', { body: { message: access, detail: refresh } }],
  ['as an error of its own', { body: { error: access, error_description: refresh } }],
  [
    'in the description of an error',
    { body: { error: 'invalid_grant', error_description: access } },
  ],
  ['as its own type', { body: { access_token: 'x', token_type: access, refresh_token: refresh } }],
  ['with a line break', { body: { access_token: `${access}\n`, refresh_token: refresh } }],
];

function jsonType() {
  return { 'content-type': 'application/json' };
}

/** Everything that main has said: to windows, and to the log. */
function said({ world }: Met, ...more: unknown[]): string {
  return JSON.stringify([world.events.all, more]) + world.log.text();
}

test.each(unreadable)(
  'no word of it leaves main: an exchange answered %s',
  async (_name, reply) => {
    const met = await attempt({ exchange: () => reply });
    expect(met.session.cause.problem).not.toBeNull();
    expect(said(met, met.session)).not.toContain('planted');
  },
);

test.each(unreadable)('no word of it leaves main: a refresh answered %s', async (_name, reply) => {
  const met = await attempt({ refresh: () => reply });
  expect(met.session.state).toBe('active');
  const error = await met.world
    .calls()
    .refresh({ systemId }, sender)
    .catch((cause: unknown) => cause);
  const { cause } = await met.world.snapshot();
  expect(cause.code).toBe('refresh-refused');
  expect(said(met, error, cause)).not.toContain('planted');
});

const echoes: [string, (form: URLSearchParams) => Reply][] = [
  [
    'in an error',
    (form) => ({ status: 400, body: { error: 'bad', error_description: `${form}` } }),
  ],
  ['as JSON', (form) => ({ status: 400, body: { message: Object.fromEntries(form) } })],
  ['as a page', (form) => ({ status: 502, body: `<p>${form}</p>` })],
];

test.each(echoes)(
  'a server that repeats what it was sent, %s: no secret of it',
  async (_name, echo) => {
    const both: Behaviour = { exchange: (_at, form) => echo(form) };
    const met = await attempt(both);
    const [form] = met.provider.tokenForms;
    const secrets = ['code', 'code_verifier', 'client_secret'].map((name) => form?.get(name) ?? '');
    expect(secrets).toContain(hostileClient.clientSecret);
    for (const secret of secrets) expect(said(met, met.session)).not.toContain(secret);

    const active = await attempt({
      ...exchanged((at) => at.answer({ refresh_token: refresh })),
      refresh: (_at, sent) => echo(sent),
    });
    const error = await active.world
      .calls()
      .refresh({ systemId }, sender)
      .catch((cause: unknown) => cause);
    expect(said(active, error, await active.world.snapshot())).not.toContain('planted');
  },
);
