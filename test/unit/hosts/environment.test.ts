import { expect, test } from 'vitest';
import { describeEnvironment, secureEnvironment } from '../../../main/hosts/environment.ts';

const node = { electron: false, packaged: false };

test('what weakens TLS is taken away; what is meant to be used stays', () => {
  const env: Record<string, string | undefined> = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    SSLKEYLOGFILE: '/tmp/keys',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
    NODE_OPTIONS: '--tls-keylog=/tmp/keys',
    all_proxy: 'http://proxy.example',
    PATH: '/bin',
  };
  expect(secureEnvironment(env, node)).toEqual([
    { name: 'NODE_TLS_REJECT_UNAUTHORIZED', treatment: 'undone' },
    { name: 'SSLKEYLOGFILE', treatment: 'undone' },
    { name: 'NODE_EXTRA_CA_CERTS', treatment: 'used' },
    { name: 'NODE_OPTIONS', treatment: 'in-force' },
    { name: 'ALL_PROXY', treatment: 'used' },
  ]);
  expect(Object.keys(env).sort()).toEqual([
    'NODE_EXTRA_CA_CERTS',
    'NODE_OPTIONS',
    'PATH',
    'all_proxy',
  ]);
});

test('what is not set, or changes nothing, is not named', () => {
  const calm = {
    NODE_TLS_REJECT_UNAUTHORIZED: '1',
    HTTPS_PROXY: '',
    https_proxy: '',
    NO_PROXY: '',
  };
  expect(secureEnvironment({ ...calm }, node)).toEqual([]);
  expect(describeEnvironment([])).toBeNull();
  // As the proxies are read: an empty lower case one counts.
  expect(secureEnvironment({ https_proxy: '', HTTPS_PROXY: 'http://a' }, node)).toEqual([]);
});

test('each runtime names what has an effect on it', () => {
  const env = { OPENSSL_CONF: '/tmp/x', NODE_OPTIONS: '-r x', NODE_DEBUG: 'http' };
  expect(secureEnvironment({ ...env }, node).map(({ name }) => name)).toEqual([
    'NODE_OPTIONS',
    'NODE_DEBUG',
    'OPENSSL_CONF',
  ]);
  expect(secureEnvironment({ ...env }, { electron: true, packaged: true })).toEqual([
    { name: 'NODE_OPTIONS', treatment: 'undone' },
    { name: 'NODE_DEBUG', treatment: 'in-force' },
  ]);
});
