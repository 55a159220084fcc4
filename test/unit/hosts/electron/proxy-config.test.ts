import { expect, test } from 'vitest';
import type { OperatorNetwork, ProxyPreference } from '../../../../main/base/network/index.ts';
import { createProxies } from '../../../../main/base/network/proxies.ts';
import { proxyWithoutCredentials } from '../../../../main/base/network/proxy/proxy-address.ts';
import { proxyConfigOf } from '../../../../main/hosts/electron/sign-in/proxy-config.ts';

function manual(address: string, except = ''): ProxyPreference {
  const credentials = async () => null;
  return {
    kind: 'manual',
    url: proxyWithoutCredentials(address),
    except,
    revision: '1',
    credentials,
  };
}

const told = (
  env: Readonly<Record<string, string>>,
  site: Partial<OperatorNetwork> = {},
  wish: ProxyPreference = { kind: 'system' },
) =>
  proxyConfigOf(
    createProxies(env, { site: { authorities: [], proxy: null, isFixed: false, ...site } }).tell(
      wish,
    ),
  );

const own = manual('own.example:1');
const site = manual('http://site.example:2');
const env = { https_proxy: 'http://environment.example:3' };
const through = (proxyRules: string, proxyBypassRules = '') => ({
  ...{ mode: 'fixed_servers', proxyRules, proxyBypassRules },
});

test.each<readonly [string, Partial<OperatorNetwork>, ProxyPreference, object]>([
  ['nothing', {}, { kind: 'system' }, through('http://environment.example:3')],
  ['nothing, the user none', {}, { kind: 'none' }, { mode: 'direct' }],
  ['nothing, the user one', {}, own, through('http://own.example:1')],
  ['a proxy', { proxy: site }, { kind: 'system' }, through('http://site.example:2')],
  ['a proxy, the user none', { proxy: site }, { kind: 'none' }, { mode: 'direct' }],
  ['a fixed proxy', { proxy: site, isFixed: true }, own, through('http://site.example:2')],
  ['that none is chosen', { isFixed: true }, own, through('http://environment.example:3')],
  ['none', { proxy: { kind: 'none' }, isFixed: true }, own, { mode: 'direct' }],
])('Chromium takes the proxy of main’s network where the site says %s', (_, decided, wish, is) => {
  expect(told(env, decided, wish)).toEqual(is);
});

test('Chromium asks the computer where no variable names a proxy, and none where what it names is none', () => {
  expect(told({})).toEqual({ mode: 'system' });
  expect(told({ HTTPS_PROXY: 'socks5://x' })).toEqual({ mode: 'direct' });
  const named = { HTTPS_PROXY: 'http://user:password@p.example', NO_PROXY: 'near.example' };
  expect(told(named)).toEqual(through('http://p.example', bypass('near.example')));
});

/** A host and those below it, with and without the dot at the end. */
function bypass(name: string, port = ''): string {
  return [name, `.${name}`, `${name}.`, `.${name}.`].map((one) => `${one}${port}`).join(',');
}

test.each([
  ['api.example', bypass('api.example')],
  ['.api.example. *.b.example', `${bypass('api.example')},${bypass('b.example')}`],
  ['API.example:8443', bypass('api.example', ':8443')],
  ['*', '*'],
  ['10.0.0.1, [2001:db8:0::1]', '10.0.0.1,[2001:db8::1]'],
  ['10.0.0.1:8443 [2001:db8::1]:8443', '10.0.0.1:8443,[2001:db8::1]:8443'],
  ['10.0.0.0/8,2001:DB8::/32', '10.0.0.0/8,2001:db8::/32'],
  ['10.0.0.0/33 a,*', bypass('a')],
  ['', ''],
  // Words of Chromium's own, which main's network takes for names that nobody has.
  ['<-loopback> <local> a*b.example http://c.example a.example;b.example', ''],
])('exceptions %j are Chromium’s rules %j', (except, rules) => {
  expect(told({}, { proxy: manual('p.example', except) })).toEqual(
    through('http://p.example', rules),
  );
});
