import { expect, test } from 'vitest';
import type { ProxyWish } from '../../../main/network/index.ts';
import { createProxies, proxyAddress } from '../../../main/network/proxies.ts';

const proxy = { HTTPS_PROXY: 'http://proxy.example:3128' };
const system = { kind: 'system' } as const;

/** The proxy on the way to a host by the computer's settings. */
async function found(
  env: Readonly<Record<string, string>>,
  hostname = 'api.example',
  port = '443',
) {
  return (await createProxies(env).choose(hostname, port, system)).proxy;
}

test('a host goes through HTTPS_PROXY, lower case first', async () => {
  expect(await found({ ...proxy, https_proxy: 'http://lower.example' })).toMatchObject({
    name: 'lower.example:80',
  });
  expect((await found(proxy))?.name).toBe('proxy.example:3128');
  expect(await found({})).toBeNull();
});

test('an address without a scheme is an http proxy', async () => {
  expect((await found({ HTTPS_PROXY: 'proxy.example:8080' }))?.url.href).toBe(
    'http://proxy.example:8080/',
  );
});

test('loopback never goes through a proxy, whatever names one', async () => {
  const manual = chosen('http://proxy.example:3128');
  const proxies = createProxies(proxy, { resolve: async () => 'PROXY proxy.example:1' });
  for (const name of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'app.localhost']) {
    for (const wish of [system, manual]) {
      const choice = await proxies.choose(name, '443', wish);
      expect(choice, name).toMatchObject({ proxy: null, because: 'loopback' });
    }
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
])('NO_PROXY "%s" for %s:%s excepts it: %s', async (list, host, port, excepted) => {
  expect((await found({ ...proxy, NO_PROXY: list }, host, port)) === null).toBe(excepted);
  const here = chosen('http://proxy.example:3128', list);
  expect((await createProxies({}).choose(host, port, here)).proxy === null).toBe(excepted);
});

test('credentials become a header and leave the address', async () => {
  const taken = await found({ HTTPS_PROXY: 'http://us%40er:p%3Ass@proxy.example:1' });
  expect(await taken?.authorization()).toBe(
    `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`,
  );
  expect(taken?.url.href).toBe('http://proxy.example:1/');
});

test('a lone per cent sign in a password stands for itself', async () => {
  const taken = await found({ HTTPS_PROXY: 'http://user:100%@proxy.example:1' });
  expect(await taken?.authorization()).toBe(`Basic ${Buffer.from('user:100%').toString('base64')}`);
});

test('an address that is none is ignored and logged', async () => {
  const logged: string[] = [];
  const log = { info: () => undefined, error: (event: string) => void logged.push(event) };
  const proxies = createProxies({ HTTPS_PROXY: 'socks5://x' }, { log });
  expect(await proxies.choose('a.b', '443', system)).toMatchObject({
    ...{ proxy: null, because: 'unusable', variable: 'HTTPS_PROXY' },
  });
  expect(logged).toEqual(['network.proxy-ignored']);
});

/** A proxy of the user's choice, with a password that is asked for when it is needed. */
function chosen(address: string, except = ''): ProxyWish {
  const credentials = async () => ({ user: 'us@er', password: 'p:ss' });
  return { kind: 'manual', url: proxyAddress(address), except, revision: '1', credentials };
}

test('what the user chose for a system comes before the computer’s settings', async () => {
  const proxies = createProxies({ ...proxy, NO_PROXY: 'api.example' });
  const choice = await proxies.choose('api.example', '443', chosen('own.example:81'));
  expect(choice).toMatchObject({ because: 'chosen', proxy: { name: 'own.example:81' } });
  expect(await choice.proxy?.authorization()).toBe(
    `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`,
  );
  expect(await proxies.choose('other.example', '443', { kind: 'none' })).toMatchObject({
    ...{ proxy: null, because: 'refused' },
  });
});

test('a proxy that the user enters is an http or https address without credentials', () => {
  expect(proxyAddress(' own.example:81 ').href).toBe('http://own.example:81/');
  expect(proxyAddress('https://own.example/path').href).toBe('https://own.example/');
  for (const text of ['', 'socks5://own.example', 'http://', 'http://u:p@own.example', '::']) {
    expect(() => proxyAddress(text), text).toThrow('address-invalid');
  }
});

test.each([
  ['DIRECT', 'none-set', null],
  ['PROXY a.example:3128', 'computer', 'a.example:3128'],
  ['PROXY a.example', 'computer', 'a.example:80'],
  ['HTTPS a.example', 'computer', 'a.example:443'],
  ['SOCKS5 s.example:1080; proxy b.example:8080; DIRECT', 'computer', 'b.example:8080'],
  ['SOCKS5 s.example:1080; DIRECT', 'none-set', null],
  ['SOCKS s.example:1080', 'unusable', null],
  ['', 'unusable', null],
  ['<html>a page for people</html>', 'unusable', null],
  ['PROXY', 'unusable', null],
  ['PROXY u:p@a.example:1', 'unusable', null],
  ['PROXY a.example:1/path', 'unusable', null],
  ['PROXY a.example:99999', 'unusable', null],
  [`${'nonsense '.repeat(100_000)}`, 'unusable', null],
  [`${'SOCKS x:1;'.repeat(100_000)}PROXY a.example:1`, 'unusable', null],
])('a proxy script that answers %j', async (answer, because, name) => {
  const proxies = createProxies({}, { resolve: async () => answer });
  const choice = await proxies.choose('api.example', '443', system);
  expect([choice.because, choice.proxy?.name ?? null]).toEqual([because, name]);
});

test('a proxy script that fails, or never answers, ends in a finding', async () => {
  const answers = [
    () => Promise.reject(new Error('no script')),
    () => new Promise<string>(() => undefined),
  ];
  for (const resolve of answers) {
    const choice = await createProxies({}, { resolve }).choose('api.example', '443', system);
    expect(choice).toMatchObject({ proxy: null, because: 'unusable', said: '' });
  }
});

test('the environment comes before the operating system, and NO_PROXY holds for both', async () => {
  const resolve = async () => 'PROXY os.example:1';
  const both = createProxies(proxy, { resolve });
  expect((await both.choose('api.example', '443', system)).because).toBe('variable');
  const except = createProxies({ NO_PROXY: 'api.example' }, { resolve });
  expect(await except.choose('api.example', '443', system)).toMatchObject({
    ...{ proxy: null, because: 'excepted', variable: 'NO_PROXY' },
  });
});
