import { expect, test } from 'vitest';
import { plainConnection } from '../../main/network/index.ts';
import { openProvider } from '../../main/sign-in/provider/index.ts';
import type { TokenSet } from '../../main/sign-in/tokens.ts';
import { hostileClient, startHostileProvider } from '../support/hostile-provider.ts';
import { testNetwork } from '../support/network.ts';

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
    connection: plainConnection(),
    idTokenRequired: false,
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
