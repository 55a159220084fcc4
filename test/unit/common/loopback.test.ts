import { expect, test } from 'vitest';
import { isLoopback, withoutLoopbackPort } from '../../../common/addresses/loopback.ts';
import { judgeRedirectUrl } from '../../../common/addresses/redirect-urls.ts';
import { checkAddress } from '../../../main/base/addresses/index.ts';
import { parseAddress } from '../../../main/base/network/addresses.ts';
import { createProxies } from '../../../main/base/network/proxies.ts';

const cases = [
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['[::1]', true],
  ['[::ffff:127.0.0.1]', true],
  ['localhost', true],
  ['LOCALHOST', true],
  ['app.localhost', true],
  ['0.0.0.0', false],
  ['[::]', false],
  ['128.0.0.1', false],
  ['[::ffff:10.0.0.1]', false],
  ['[::127.0.0.1]', false],
  ['localhost.example', false],
  ['notlocalhost', false],
  // A resolver may ask a server for these.
  ['localhost.', false],
  ['app.localhost.', false],
  ['127.0.0.1.example', false],
] as const;

test.each(cases)('%s is this machine: %s, for everything that asks', async (host, expected) => {
  const url = `http://${host}:8080/x`;
  const { hostname } = new URL(url);
  expect(isLoopback(hostname)).toBe(expected);
  const opens = () => parseAddress(url);
  if (expected) opens();
  else expect(opens).toThrow();
  expect(checkAddress('webApi', url).problem).toBe(expected ? null : 'not-https');
  expect(judgeRedirectUrl(url).warnings.includes('http-beyond-loopback')).toBe(!expected);
  const proxies = createProxies({ HTTPS_PROXY: 'http://proxy.example:1' });
  const { proxy } = await proxies.choose(hostname, '443', { kind: 'system' });
  expect(proxy === null).toBe(expected);
});

test('addresses as sockets have them', () => {
  for (const name of ['::1', '::ffff:127.0.0.1', '127.0.0.1']) {
    expect(isLoopback(name), name).toBe(true);
  }
  for (const name of ['127.0.0.256', '127.1', '127.0.0.01', '', '.localhost', '::ffff:127.0.0']) {
    expect(isLoopback(name), name).toBe(false);
  }
});

test.each([
  ['http://127.0.0.1:8080/x', 'http://127.0.0.1/x'],
  ['http://localhost:80', 'http://localhost'],
  ['http://[::1]:8080?x', 'http://[::1]?x'],
  ['http://127.0.0.1/x:80', 'http://127.0.0.1/x:80'],
  ['https://127.0.0.1:8080/x', 'https://127.0.0.1:8080/x'],
  ['http://127.0.0.2:8080/x', 'http://127.0.0.2:8080/x'],
  // what stands before the @ is a name and a password
  ['http://127.0.0.1:80@evil.test/', 'http://127.0.0.1:80@evil.test/'],
])('%s without the port of this machine is %s', (url, expected) => {
  expect(withoutLoopbackPort(url)).toBe(expected);
});
