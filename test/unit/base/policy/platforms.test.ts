import { expect, test } from 'vitest';
import type { PolicyPlace, RunProgram } from '../../../../main/base/host.ts';
import { policyLocations } from '../../../../main/base/policy/index.ts';
import { execute } from '../../../../main/hosts/execute.ts';
import { policyLocks } from '../../../../preload/contract/settings/policy-locks.ts';
import { besideApp, policyOf } from '../../../support/worlds/policy.ts';

const everything = [...policyLocks];
const key = 'Software\\Policies\\Compute Desk';
const registry: PolicyPlace = {
  ...{ by: 'registry', kind: 'computer-registry', hive: 'HKLM', product: 'Compute Desk' },
};

/** Answers as reg.exe does: lists of keys, and what it would have exported. */
function windows(
  exported: string | null,
  options: { readonly keys?: Record<string, string[]>; readonly encoding?: BufferEncoding } = {},
): RunProgram {
  const { encoding = 'utf16le', keys } = options;
  const known = keys ?? {
    'HKLM\\Software': ['Classes', 'Policies'],
    'HKLM\\Software\\Policies': ['Microsoft', ...(exported === null ? [] : ['Compute Desk'])],
  };
  return async (program, args) => {
    if (program === 'reg-export') {
      const text = `\ufeffWindows Registry Editor Version 5.00\r\n\r\n${exported}`;
      return { code: 0, stdout: Buffer.from(text, encoding) };
    }
    const below = known[args[1] ?? ''];
    const full = (args[1] ?? '').replace('HKLM', 'HKEY_LOCAL_MACHINE');
    const lines = below?.map((name) => `${full}\\${name}`) ?? [];
    return {
      code: below === undefined ? 1 : 0,
      stdout: Buffer.from(`\r\n${lines.join('\r\n')}\r\n`),
    };
  };
}

const head = `[HKEY_LOCAL_MACHINE\\${key}]\r\n`;

test('a policy of the registry is read as a file is', async () => {
  const system = JSON.stringify({ name: 'センター', webApi: 'https://api.example.org' });
  const quoted = system.replaceAll('"', '\\"');
  const { state, locks, problems } = await policyOf(
    [registry],
    windows(
      `${head}"NoKeptTokens"=dword:00000001\r\n"NoProxy"=dword:00000000\r\n` +
        '"ProxyKind"="manual"\r\n"Proxy"="http://proxy.site:3128"\r\n"ProxyExcept"="site"\r\n' +
        '"TextEnglish"="Call \\"1234\\"\r\nor write"\r\n"UpdateFeed"=""\r\n\r\n' +
        `[HKEY_LOCAL_MACHINE\\${key}\\Systems]\r\n"1"="${quoted}"\r\n\r\n`,
    ),
  );
  expect(problems).toEqual([null]);
  expect(locks).toEqual(['noKeptTokens']);
  expect(state).toMatchObject({
    sources: [{ kind: 'computer-registry', place: `HKLM\\${key}` }],
    proxy: { kind: 'manual', address: 'http://proxy.site:3128', except: 'site' },
    texts: { en: 'Call "1234"\r\nor write', ja: null },
    updateFeed: null,
    systems: [{ name: 'センター' }],
  });
});

test('without its key there is no policy', async () => {
  const none = await policyOf([registry], windows(null));
  expect(none.state.sources).toEqual([]);
  const noPolicies = await policyOf([registry], windows(null, { keys: { 'HKLM\\Software': [] } }));
  expect(noPolicies.state.sources).toEqual([]);
});

test.each([
  ['a value that is not known', `${head}"NoProxys"=dword:00000001\r\n`, 'shape'],
  ['a lock that is a text', `${head}"NoProxy"="1"\r\n`, 'shape'],
  ['a lock of another number', `${head}"NoProxy"=dword:00000002\r\n`, 'shape'],
  ['data of another type', `${head}"NoProxy"=hex:01,\\\r\n  00\r\n`, 'shape'],
  ['a text without an end', `${head}"Proxy"="http\r\n`, 'shape'],
  ['a key that is not known', `${head}\r\n[HKEY_LOCAL_MACHINE\\${key}\\Lock]\r\n`, 'shape'],
  ['a key of another place', `[HKEY_LOCAL_MACHINE\\Software\\Other]\r\n`, 'shape'],
  ['a system that is no JSON', `[HKEY_LOCAL_MACHINE\\${key}\\Systems]\r\n"1"="x"\r\n`, 'not-json'],
])('in the registry %s locks everything', async (_, exported, code) => {
  const { problems, locks } = await policyOf([registry], windows(exported));
  expect([problems, locks]).toEqual([[code], everything]);
});

test('what is not Unicode, or cannot be asked for, locks everything', async () => {
  const oem = await policyOf([registry], windows(head, { encoding: 'latin1' }));
  expect([oem.problems, oem.locks]).toEqual([['encoding'], everything]);
  const listed = windows(head);
  const silent = await policyOf([registry], async (program, args) =>
    program === 'reg-export' ? { code: null, stdout: Buffer.alloc(0) } : listed(program, args),
  );
  expect([silent.problems, silent.locks]).toEqual([['unreadable'], everything]);
  const closed = await policyOf(
    [registry],
    windows(head, { keys: { 'HKLM\\Software': ['Policies'] } }),
  );
  expect([closed.problems, closed.locks]).toEqual([['unreadable'], everything]);
});

/** As reg.exe answers where it is kept from users: by itself, or by what does not start it. */
const blocked: [string, RunProgram][] = [
  [
    '“Prevent access to registry editing tools”',
    async () => ({ code: 1, stdout: Buffer.from('ERROR: Registry editing has been disabled\r\n') }),
  ],
  ['AppLocker', async () => ({ code: null, stdout: Buffer.alloc(0) })],
];
const ofUser: PolicyPlace = { ...registry, kind: 'user-registry', hive: 'HKCU' } as PolicyPlace;

test.each(blocked)(
  'a registry that %s keeps users from locks nothing, and says so',
  async (_, run) => {
    const { state, problems, locks, made } = await policyOf([registry, ofUser], run);
    expect([problems, locks]).toEqual([['blocked', 'blocked'], []]);
    expect(state.sources.map(({ problem }) => problem?.where)).toEqual([
      'HKLM\\Software',
      'HKCU\\Software',
    ]);
    expect(made.network).toEqual({ authorities: [], proxy: null, isFixed: false });
    expect(made.isLocked('noProxy')).toBe(false);
  },
);

test.each(blocked)(
  'where %s blocks the registry a policy beside the app has its say',
  async (_, run) => {
    const file = besideApp({ locks: { noKeptTokens: true } });
    const beside = await policyOf([registry, file], run);
    expect(beside.problems).toEqual(['blocked', null]);
    // the site decides something here, so its other policy may lock more
    expect(beside.locks).toEqual(everything);
    const broken = await policyOf([registry, besideApp('{')], run);
    expect([broken.problems, broken.locks]).toEqual([['blocked', 'not-json'], everything]);
    const none = { ...file, path: `${file.path}.none` };
    expect((await policyOf([registry, none], run)).locks).toEqual([]);
  },
);

test('a program that cannot be started has no code, whenever that is said', async () => {
  expect(await execute('/no/such/program', [])).toMatchObject({ code: null });
  // refused before anything was started
  expect(await execute(process.execPath, ['\0'])).toMatchObject({ code: null });
});

test('each system has its own places, the computer’s before the user’s', () => {
  const of = (platform: string) =>
    policyLocations({
      ...{ platform, user: { id: platform === 'win32' ? null : 501, name: 'ann' } },
      ...{ app: '/opt/desk', tried: '/tmp/p.json' },
    }).map((place) => [place.kind, place.by === 'registry' ? place.hive : place.path]);
  expect(of('linux')).toEqual([
    ['folder', '/etc/compute-desk/policy.json'],
    ['beside', '/opt/desk/policy.json'],
    ['tried', '/tmp/p.json'],
  ]);
  expect(of('win32').slice(0, 2)).toEqual([
    ['computer-registry', 'HKLM'],
    ['user-registry', 'HKCU'],
  ]);
  expect(of('darwin').slice(0, 2)).toEqual([
    ['computer-preferences', '/Library/Managed Preferences/app.compute-desk.plist'],
    ['user-preferences', '/Library/Managed Preferences/ann/app.compute-desk.plist'],
  ]);
});
