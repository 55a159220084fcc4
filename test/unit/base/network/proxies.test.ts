import { expect, test } from 'vitest';
import type { ProxyPreference } from '../../../../main/base/network/index.ts';
import { createProxies } from '../../../../main/base/network/proxies.ts';
import { proxyWithoutCredentials } from '../../../../main/base/network/proxy/proxy-address.ts';

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

test('https goes by HTTPS_PROXY in either case, http by http_proxy in lower case alone, as of curl', async () => {
  const both = createProxies({ http_proxy: 'plain.example:1', https_proxy: 'tls.example:2' });
  const name = async (proxies: typeof both, scheme: 'http' | 'https') =>
    (await proxies.choose('api.example', '80', system, scheme)).proxy?.name ?? null;
  expect(await name(both, 'http')).toBe('plain.example:1');
  expect(await name(both, 'https')).toBe('tls.example:2');
  expect(await name(createProxies({ HTTP_PROXY: 'plain.example:1' }), 'http')).toBeNull();
  expect(await name(createProxies({ HTTPS_PROXY: 'tls.example:2' }), 'http')).toBeNull();
  expect(await name(createProxies({ ALL_PROXY: 'all.example:3' }), 'http')).toBe('all.example:3');
});

test('an empty variable is as one that is not set', async () => {
  expect((await found({ https_proxy: '', ...proxy }))?.name).toBe('proxy.example:3128');
  expect((await found({ https_proxy: '', all_proxy: 'all.example:1' }))?.name).toBe(
    'all.example:1',
  );
  expect((await found({ https_proxy: '', HTTPS_PROXY: '', ALL_PROXY: '' })) === null).toBe(true);
  expect(await found({ ...proxy, no_proxy: '', NO_PROXY: '*' })).toBeNull();
  expect((await found({ ...proxy, no_proxy: 'x', NO_PROXY: '*' }))?.name).toBe(
    'proxy.example:3128',
  );
});

test.each([
  ['DOM\\user:pass', 'DOM\\user:pass'],
  ['DOM%5Cuser:pass', 'DOM\\user:pass'],
  ['us%40er:p%3Ass', 'us@er:p:ss'],
  ['user@corp.example:pass', 'user@corp.example:pass'],
  ['user:100%', 'user:100%'],
  ['user:%41%', 'user:A%'],
  ['user:%zz%41%', 'user:%zzA%'],
  ['user:p@ss', 'user:p@ss'],
  ['user:p/s?s#', 'user:p/s?s#'],
  ['us er:p ss', 'us er:p ss'],
  ['user:p:ss', 'user:p:ss'],
  ['user:p+s%2Bs', 'user:p+s+s'],
  ['user:"q\'{}|^`<>[]\\', 'user:"q\'{}|^`<>[]\\'],
  ['日本:語', '日本:語'],
  ['user', 'user:'],
  ['user:', 'user:'],
  [':pass', ':pass'],
])('credentials %j become a header and leave the address', async (written, meant) => {
  for (const scheme of ['http://', 'HTTP://', '']) {
    const taken = await found({ HTTPS_PROXY: `${scheme}${written}@proxy.example:1` });
    expect(await taken?.authorization()).toBe(`Basic ${Buffer.from(meant).toString('base64')}`);
    expect(taken?.url.href).toBe('http://proxy.example:1/');
  }
});

test('a byte of a password that is no text goes as it is', async () => {
  const taken = await found({ HTTPS_PROXY: 'http://user:p%E9@proxy.example' });
  const header = Buffer.from('user:p\u00e9', 'latin1').toString('base64');
  expect(await taken?.authorization()).toBe(`Basic ${header}`);
});

test.each(['DOM\\user:pass', 'http://DOM\\user', 'http://', 'user:pass@', '@', 'http://a b'])(
  '%j is no proxy: no part of it is dialled',
  async (written) => {
    expect(await found({ HTTPS_PROXY: written })).toBeNull();
  },
);

/** A proxy of the user's choice, with a password that is asked for when it is needed. */
function chosen(address: string, except = ''): ProxyPreference {
  const credentials = async () => ({ user: 'us@er', password: 'p:ss' });
  return {
    kind: 'manual',
    url: proxyWithoutCredentials(address),
    except,
    revision: '1',
    credentials,
  };
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
  expect(proxyWithoutCredentials(' own.example:81 ').href).toBe('http://own.example:81/');
  expect(proxyWithoutCredentials('https://own.example/path').href).toBe('https://own.example/');
  const refused = ['', 'socks5://own.example', 'http://', 'http://u:p@own.example', '::'];
  for (const text of [...refused, 'DOM\\user:pass@own.example', 'http://DOM\\user']) {
    expect(() => proxyWithoutCredentials(text), text).toThrow('address-invalid');
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
