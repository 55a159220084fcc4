import { expect, test } from 'vitest';
import { findCallbackUrl, matchesRedirect } from '../../../../main/systems/sign-in/callback.ts';

const redirect = 'compute-desk://oauth/callback';

test.each([
  [[], null],
  [['/opt/app', '--flag'], null],
  [['/opt/app', `${redirect}?code=1`], `${redirect}?code=1`],
  [['/opt/app', 'COMPUTE-DESK://oauth/callback?code=1'], 'COMPUTE-DESK://oauth/callback?code=1'],
  [['/opt/app', redirect, redirect], null],
  [['/opt/app', `${redirect}?a=1`, ' compute-desk:x'], null],
  [['/opt/app', `${redirect}?a=1 --inspect`], null],
  [['/opt/app', `${redirect}\r\nx`], null],
  [['/opt/app', `--open=${redirect}`], null],
  [['/opt/app', `https://x.example/?u=${redirect}`], null],
  [['/opt/app', `${redirect}?${'a'.repeat(20_000)}`], null],
])('the callback among the arguments %j', (argv, expected) => {
  expect(findCallbackUrl(argv)).toBe(expected);
});

test.each([
  [`${redirect}?code=1&state=2`, redirect, true],
  [`${redirect}#code=1`, redirect, true],
  [redirect, redirect, true],
  [`${redirect}/?code=1`, redirect, false],
  [`${redirect}/more?code=1`, redirect, false],
  ['compute-desk://oauth/callbackx?code=1', redirect, false],
  ['compute-desk://user@oauth/callback?code=1', redirect, false],
  ['compute-desk://oauth:80/callback?code=1', redirect, false],
  ['other://oauth/callback?code=1', redirect, false],
  ['http://127.0.0.1:4000/oauth/callback?code=1', 'http://127.0.0.1:4000/oauth/callback', true],
  ['http://127.0.0.1:4001/oauth/callback?code=1', 'http://127.0.0.1:4000/oauth/callback', false],
  ['http://localhost:4000/oauth/callback?code=1', 'http://127.0.0.1:4000/oauth/callback', false],
  ['https://a.example/cb?code=1', 'https://a.example/cb', true],
  ['https://a.example.evil/cb?code=1', 'https://a.example/cb', false],
  ['not a url', redirect, false],
])('%s is the redirect URL %s: %s', (address, url, expected) => {
  expect(matchesRedirect(address, url)).toBe(expected);
});
