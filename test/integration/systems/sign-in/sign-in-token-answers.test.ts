import { expect, test } from 'vitest';
import { defaultConnection } from '../../../../main/base/network/index.ts';
import { openProvider } from '../../../../main/systems/sign-in/provider/index.ts';
import type { TokenSet } from '../../../../main/systems/sign-in/tokens.ts';
import { hostileClient, startHostileProvider } from '../../../support/servers/hostile-provider.ts';
import { testNetwork } from '../../../support/worlds/network.ts';

const tokens: TokenSet = {
  accessToken: 'access',
  refreshToken: null,
  rawIdToken: null,
  idToken: null,
  receivedAt: 0,
  clockSkew: null,
  tokenType: 'bearer',
  expiresIn: 300,
  refreshExpiresIn: 1800,
  notBefore: null,
  sessionState: null,
  scope: 'openid',
  askedScope: 'openid',
  nonce: '',
  redirectUrl: 'http://127.0.0.1/oauth/callback',
};

test('answers that come at the same time stay what each of them said', async () => {
  await using provider = await startHostileProvider({
    refresh: (at, form) => {
      const number = Number(form.get('refresh_token'));
      return { body: at.answer({ expires_in: number, scope: `openid of-${number}` }) };
    },
  });
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  const { refresh } = await openProvider({
    network,
    issuer: provider.issuer,
    ...hostileClient,
    identity: null,
    connection: defaultConnection(),
    idTokenRequired: false,
    keysUrl: null,
    now: () => Date.now(),
  });
  const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
  const fresh = await Promise.all(
    numbers.map((number) => refresh({ ...tokens, refreshToken: String(number) })),
  );
  await network.close();
  expect(fresh.map(({ expiresIn, scope }) => `${expiresIn} ${scope}`)).toEqual(
    numbers.map((number) => `${number} openid of-${number}`),
  );
});

test.each([60, 300, 20_000])(
  'an id_token whose claims nest %i levels is no answer that can be used',
  async (levels) => {
    const value = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    await using provider = await startHostileProvider({
      refresh(at) {
        const [header, claims] = at.sign({ ...at.claims(), nonce: '', deep: 'here' }).split('.');
        const text = Buffer.from(claims ?? '', 'base64url')
          .toString()
          .replace('"here"', value);
        const deep = Buffer.from(text).toString('base64url');
        return {
          body: at.answer({ id_token: `${header}.${deep}.${at.signText(`${header}.${deep}`)}` }),
        };
      },
    });
    const network = testNetwork({ env: {}, usualAuthorities: [] });
    const { refresh } = await openProvider({
      network,
      issuer: provider.issuer,
      ...hostileClient,
      identity: null,
      connection: defaultConnection(),
      idTokenRequired: false,
      keysUrl: null,
      now: () => Date.now(),
    });
    const refreshed = refresh({ ...tokens, refreshToken: 'one' });
    await expect(refreshed).rejects.toMatchObject({
      code: 'sign-in-answer-unusable',
      details: { reason: 'id_token' },
    });
    await network.close();
  },
);
