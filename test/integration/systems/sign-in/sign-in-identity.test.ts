import { expect, test } from 'vitest';
import { attempt } from '../../../support/worlds/hostile-world.ts';
import { sender, systemId } from '../../../support/worlds/sign-in.ts';

const endpoints = '/auth/realms/op/protocol/openid-connect';

/** Where the user's certificate was presented during a whole session, and where it was not. */
async function wholeSession(
  metadata: (elsewhere: string, origin: string) => Record<string, unknown>,
) {
  const met = await attempt(
    {
      metadata: (good, elsewhere) => ({
        ...good,
        ...metadata(elsewhere, new URL(String(good.token_endpoint)).origin),
      }),
    },
    'https',
  );
  expect(met.session.cause).toMatchObject({ code: 'signed-in', problem: null });
  await met.world.calls().refresh({ systemId }, sender);
  const out = await met.world.calls().signOut({ systemId }, sender);
  const { origin, elsewhere, visits } = met.provider;
  const places = (presented: boolean) =>
    [...new Set(visits.filter((one) => (one.presented === 'Grace') === presented).map(placeOf))]
      .map((place) => place.replace(origin, 'issuer').replace(elsewhere, 'elsewhere'))
      .map((place) => place.replace(endpoints, ''))
      .sort();
  return { out, presented: places(true), without: places(false) };
}

/** Without what is asked there, but for how mutual TLS was found. */
function placeOf({ url }: { readonly url: string }): string {
  return url.replace(/\?(?!over=mtls$).*/, '');
}

test('the certificate is presented to the issuer', async () => {
  const { presented, without } = await wholeSession(() => ({}));
  expect(presented).toEqual([
    'issuer/auth',
    'issuer/auth/realms/op/.well-known/openid-configuration',
    'issuer/certs',
    'issuer/revoke',
    'issuer/token',
  ]);
  expect(without).toEqual([]);
});

test('keys of another origin are read without it', async () => {
  const { presented, without } = await wholeSession((elsewhere) => ({
    jwks_uri: `${elsewhere}${endpoints}/certs`,
  }));
  expect(without).toEqual(['elsewhere/certs']);
  expect(presented).toContain('issuer/token');
});

test('aliases for mutual TLS get it at the origin of the issuer (RFC 8705, section 5)', async () => {
  const { out, presented } = await wholeSession((_elsewhere, origin) => ({
    mtls_endpoint_aliases: {
      token_endpoint: `${origin}${endpoints}/token?over=mtls`,
      revocation_endpoint: `${origin}${endpoints}/revoke?over=mtls`,
    },
  }));
  expect(out.revoked).toBe(true);
  expect(presented).toEqual(
    expect.arrayContaining(['issuer/token?over=mtls', 'issuer/revoke?over=mtls']),
  );
});

test('aliases of another port or host get neither it nor tokens, each by itself', async () => {
  const strange = (elsewhere: string) => elsewhere.replace('127.0.0.1', 'localhost');
  const { out, presented, without } = await wholeSession((elsewhere) => ({
    mtls_endpoint_aliases: {
      token_endpoint: `${elsewhere}${endpoints}/token`,
      revocation_endpoint: `${strange(elsewhere)}${endpoints}/revoke`,
    },
  }));
  expect(out.revoked).toBe(true);
  expect(presented).toEqual(expect.arrayContaining(['issuer/token', 'issuer/revoke']));
  expect([...presented, ...without].join(' ')).not.toMatch(/localhost|elsewhere/);
});
