import { expect, test } from 'vitest';
import { readProxies } from '../../../main/network/proxies.ts';

const proxy = { HTTPS_PROXY: 'http://proxy.example:3128' };

test('a host goes through HTTPS_PROXY, lower case first', () => {
  const proxies = readProxies({ ...proxy, https_proxy: 'http://lower.example' });
  expect(proxies.for('api.example', '443')).toMatchObject({ name: 'lower.example:80' });
  expect(readProxies(proxy).for('api.example', '443')?.name).toBe('proxy.example:3128');
  expect(readProxies({}).for('api.example', '443')).toBeNull();
});

test('an address without a scheme is an http proxy', () => {
  const found = readProxies({ HTTPS_PROXY: 'proxy.example:8080' }).for('api.example', '443');
  expect(found?.url.href).toBe('http://proxy.example:8080/');
});

test('loopback never goes through a proxy', () => {
  const proxies = readProxies(proxy);
  for (const name of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'app.localhost']) {
    expect(proxies.for(name, '443'), name).toBeNull();
  }
});

test.each([
  ['api.example', 'api.example', '443', true],
  ['api.example', 'deep.api.example', '443', true],
  ['.api.example', 'api.example', '443', true],
  ['*.api.example', 'deep.api.example', '443', true],
  ['api.example', 'notapi.example', '443', false],
  ['api.example:8443', 'api.example', '443', false],
  ['api.example:8443', 'api.example', '8443', true],
  ['other.example, API.example', 'api.example', '443', true],
  ['*', 'api.example', '443', true],
  ['2001:db8::1', '[2001:db8::1]', '443', true],
  ['', 'api.example', '443', false],
])('NO_PROXY "%s" for %s:%s excepts it: %s', (list, host, port, excepted) => {
  const found = readProxies({ ...proxy, NO_PROXY: list }).for(host, port);
  expect(found === null).toBe(excepted);
});

test('credentials become a header and leave the address', () => {
  const found = readProxies({ HTTPS_PROXY: 'http://us%40er:p%3Ass@proxy.example:1' }).for(
    'a.b',
    '443',
  );
  expect(found?.authorization).toBe(`Basic ${Buffer.from('us@er:p:ss').toString('base64')}`);
  expect(found?.url.href).toBe('http://proxy.example:1/');
});

test('an address that is none is ignored and logged', () => {
  const logged: string[] = [];
  const log = { info: () => undefined, error: (event: string) => void logged.push(event) };
  expect(readProxies({ HTTPS_PROXY: 'socks5://x' }, log).for('a.b', '443')).toBeNull();
  expect(logged).toEqual(['network.proxy-ignored']);
});
