import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { policyLocks } from '../../../../preload/contract/settings/policy-locks.ts';
import { testFolder } from '../../../support/files/folder.ts';
import {
  besideApp,
  policyHead,
  policyOf,
  settingsFolder,
  writePolicy,
} from '../../../support/worlds/policy.ts';

const everything = [...policyLocks];

test('without a policy nothing is locked, and nothing is told', async () => {
  const { state, made } = await policyOf([settingsFolder()]);
  expect(state).toMatchObject({ sources: [], locks: [], proxy: null, systems: [] });
  expect(made.network).toEqual({ authorities: [], proxy: null, isFixed: false });
});

test('a policy that is there is followed', async () => {
  const place = settingsFolder({ locks: { noKeptTokens: true, noProxy: false } });
  const { state, log } = await policyOf([place]);
  expect(state.sources).toEqual([{ kind: 'folder', place: place.path, problem: null }]);
  expect(state.locks).toEqual([{ lock: 'noKeptTokens', places: [place.path], later: false }]);
  expect(log.text()).toContain('"kind":"folder"');
});

test('the lock of the API console is in force', async () => {
  const { state } = await policyOf([settingsFolder({ locks: { noApiConsole: true } })]);
  expect(state.locks).toMatchObject([{ lock: 'noApiConsole', later: false }]);
});

const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');
const whole = JSON.stringify({ ...policyHead, locks: { noProxy: true } });

test.each<readonly [string, unknown, string]>([
  ['that is empty', '', 'not-json'],
  ['cut off', whole.slice(0, -3), 'not-json'],
  ['of another kind', '[]', 'shape'],
  ['of null', 'null', 'shape'],
  ['of another format', { format: 'compute-desk-system' }, 'shape'],
  ['of a later version', { version: 2 }, 'newer'],
  ['with a lock that is misspelt', { locks: { noproxy: true } }, 'shape'],
  ['with a lock that is a word', { locks: { noProxy: 'true' } }, 'shape'],
  ['with a field that is not known', { lock: { noProxy: true } }, 'shape'],
  ['that locks in one place and opens in another', `${whole.slice(0, -1)},"locks":{}}`, 'twice'],
  ['the same, its letters written otherwise', `${whole.slice(0, -1)},"\\u006cocks":{}}`, 'twice'],
  ['in UTF-16', utf16(whole), 'encoding'],
  ['in UTF-16 without a mark', utf16(whole).subarray(2), 'encoding'],
  ['in Shift_JIS', Buffer.from([...Buffer.from('{"texts":{"ja":"'), 0x83, 0x65, 0x22]), 'encoding'],
  ['nested without end', '['.repeat(100_000), 'not-json'],
  ['with a secret', { texts: { en: 'password: hunter2' } }, 'secret'],
  ['with a proxy’s password', { proxy: { kind: 'manual', address: 'http://a:b@p:1' } }, 'secret'],
  ['with a proxy of no kind', { proxy: { kind: 'manual', address: 'socks5://p:1' } }, 'proxy'],
  ['with a system of no address', { systems: [{ name: 'A' }] }, 'system'],
  ['with a system without TLS', { systems: [{ name: 'A', webApi: 'http://a.org' }] }, 'system'],
  ['with an authority that is none', { authorities: ['-----BEGIN X-----'] }, 'authority'],
  ['whose feed is not of https', { updateFeed: 'http://u.example.org' }, 'shape'],
  [
    'that wants a proxy and none',
    { proxy: { kind: 'manual', address: 'p:1' }, locks: { noProxy: true } },
    'contradiction',
  ],
])('a policy %s locks everything, and says why', async (_, content, code) => {
  const place = settingsFolder(content);
  const { state, locks, problems, made, log } = await policyOf([place]);
  expect(problems).toEqual([code]);
  expect(locks).toEqual(everything);
  expect(state.locks.every(({ places }) => places.includes(place.path))).toBe(true);
  expect(made.network).toEqual({ authorities: [], proxy: { kind: 'none' }, isFixed: true });
  expect(log.text()).toContain(`"code":"${code}"`);
});

test('the field that is wrong is named', async () => {
  const { state } = await policyOf([settingsFolder({ locks: { noproxy: true } })]);
  expect(state.sources[0]?.problem).toEqual({
    ...{ code: 'shape', where: 'locks.noproxy', fault: 'field-unknown', line: 1, column: null },
  });
});

const lines = (...more: string[]): string =>
  ['{', '  "format": "compute-desk-policy",', '  "version": 1,', ...more].join('\n');

test.each<readonly [string, string, object]>([
  [
    'a comma too many',
    lines('  "locks": {', '    "noProxy": true', '  },', '}'),
    { code: 'not-json', fault: 'json-comma', line: 6, column: 4 },
  ],
  [
    'a comment',
    lines('  // of the centre', '  "locks": {}', '}'),
    { code: 'not-json', fault: 'json-comment', line: 4, column: 3 },
  ],
  [
    'single quotes',
    lines("  'locks': {}", '}'),
    { code: 'not-json', fault: 'json-quotes', line: 4, column: 3 },
  ],
  ['an end that is missing', lines('  "locks": {'), { fault: 'json-cut-off', line: 4, column: 13 }],
  ['another file', 'Dear all', { code: 'not-json', fault: 'not-json', line: null }],
  ['nothing', '', { code: 'not-json', fault: 'empty', line: null }],
  [
    'a field twice',
    lines('  "locks": { "noProxy": true,', '    "noProxy": false }', '}'),
    { code: 'twice', where: 'locks.noProxy', fault: 'field-twice', line: 5, column: 5 },
  ],
  [
    'a lock that is a word',
    lines('  "locks": {', '    "noProxy": "yes" }', '}'),
    { code: 'shape', where: 'locks.noProxy', fault: 'field-boolean', line: 5 },
  ],
  [
    'no name of a system',
    lines('  "systems": [', '    {"webApi": "https://a.example.org"}]', '}'),
    { code: 'shape', where: 'systems.0.name', fault: 'field-missing', line: 5 },
  ],
  [
    'a proxy of no kind that there is',
    lines('  "proxy": {"kind":', '   "socks"}', '}'),
    { code: 'shape', where: 'proxy.kind', line: 4 },
  ],
  [
    'an address without TLS',
    lines('  "systems": [{ "name": "A",', '    "genai": "http://a.example.org"}]', '}'),
    { code: 'system', where: 'systems.0.genai', fault: 'field-address', line: 5 },
  ],
  [
    'a page of the portal without TLS',
    lines(
      '  "systems": [{ "name": "A", "genai": "https://a.example.org",',
      '    "portal": { "keys":',
      '      "http://a.example.org" }}]',
      '}',
    ),
    { code: 'system', where: 'systems.0.portal.keys', fault: 'field-page', line: 5 },
  ],
  [
    'an authority that is none',
    lines('  "authorities": [', '    "-----BEGIN X-----"]', '}'),
    { code: 'authority', where: 'authorities.0', fault: 'field-certificate', line: 5 },
  ],
  [
    'a secret',
    lines('  "texts": {', '    "en": "password: hunter2"}', '}'),
    { code: 'secret', where: 'texts.en', fault: 'secret-labelled', line: 5 },
  ],
  [
    'another format',
    '{"format": "compute-desk-system",\n"locks": 1}',
    { code: 'shape', where: 'format', fault: 'format', line: 1 },
  ],
])('%s is named with its place and the reason', async (_, content, problem) => {
  const { state } = await policyOf([settingsFolder(content)]);
  expect(state.sources[0]?.problem).toMatchObject(problem);
});

test('a schema for editors is allowed', async () => {
  const { problems } = await policyOf([settingsFolder({ $schema: './policy.schema.json' })]);
  expect(problems).toEqual([null]);
});

test('authorities are taken as PEM and as Base64 alone, in lines or not; a key is not', async () => {
  const [pem = ''] = rootCertificates;
  const base64 = pem.replaceAll(/-----[A-Z ]+-----/g, '').trim();
  for (const text of [pem, base64, base64.replaceAll('\n', ''), base64.replaceAll('\n', '\r\n')]) {
    const systems = [{ name: 'A', genai: 'https://a.example.org', authorities: [text] }];
    const { state } = await policyOf([settingsFolder({ authorities: [text], systems })]);
    expect(state.sources[0]?.problem).toBeNull();
    expect(state.authorities).toHaveLength(1);
  }
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const der = key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const { problems } = await policyOf([settingsFolder({ authorities: [der] })]);
  expect(problems).toEqual(['secret']);
});

test('a mark before UTF-8 is taken', async () => {
  const { locks } = await policyOf([settingsFolder(`\ufeff${whole}`)]);
  expect(locks).toEqual(['noProxy']);
});

test('of 50 MB nothing is read', async () => {
  const place = settingsFolder(whole);
  truncateSync(place.path, 50 * 1024 * 1024);
  const { problems, locks } = await policyOf([place]);
  expect([problems, locks]).toEqual([['too-large'], everything]);
});

test('a link is not followed, wherever it leads', async () => {
  const place = settingsFolder();
  const real = join(dirname(place.path), 'real.json');
  writePolicy(real, { locks: {} });
  symlinkSync(real, place.path);
  expect(await policyOf([place])).toMatchObject({ problems: ['link'], locks: everything });
});

test('nor is one in the folder’s place', async () => {
  const place = settingsFolder({ locks: {} });
  const folder = dirname(place.path);
  renameSync(folder, `${folder}-moved`);
  symlinkSync(`${folder}-moved`, folder);
  expect(await policyOf([place])).toMatchObject({ problems: ['link'], locks: everything });
});

test('a folder, or a pipe that nobody writes to, is no file', async () => {
  const place = settingsFolder();
  mkdirSync(place.path);
  expect(await policyOf([place])).toMatchObject({ problems: ['not-a-file'], locks: everything });
});

const hasUsers = process.getuid !== undefined;

test.runIf(hasUsers)('what another than the administrator owns is not followed', async () => {
  const place = settingsFolder({ locks: {} }, (process.getuid?.() ?? 0) + 1);
  expect(await policyOf([place])).toMatchObject({ problems: ['owner'], locks: everything });
});

test.runIf(process.getuid?.() === 0)('also where the folder is the administrator’s', async () => {
  const place = settingsFolder({ locks: {} });
  chownSync(place.path, 65_534, 65_534);
  expect(await policyOf([place])).toMatchObject({ problems: ['owner'], locks: everything });
});

test.runIf(hasUsers)('what others may write is not followed', async () => {
  const place = settingsFolder({ locks: {} });
  chmodSync(place.path, 0o664);
  expect(await policyOf([place])).toMatchObject({
    problems: ['open-to-others'],
    locks: everything,
  });
});

test.runIf(hasUsers)(
  'who may write to the folder opens nothing by taking the file away',
  async () => {
    const place = settingsFolder({ locks: { noProxy: true } });
    chmodSync(dirname(place.path), 0o777);
    rmSync(place.path);
    expect(await policyOf([place])).toMatchObject({
      problems: ['open-to-others'],
      locks: everything,
    });
  },
);

test('a folder of settings that is a file is said', async () => {
  const path = join(testFolder(), 'compute-desk');
  writeFileSync(path, '');
  const place = { ...settingsFolder(), path: join(path, 'policy.json'), ownFolder: false };
  expect(await policyOf([place])).toMatchObject({ problems: ['unreadable'], locks: everything });
});

test('one that is tried out and not there is said', async () => {
  const path = join(testFolder(), 'policy.json');
  const { problems } = await policyOf([
    { by: 'file', kind: 'tried', path, owners: null, ownFolder: false },
  ]);
  expect(problems).toEqual(['unreadable']);
});

test('a file of the user’s own that contradicts opens nothing, and changes no value', async () => {
  const site = settingsFolder({
    proxy: { kind: 'manual', address: 'http://proxy.site:3128' },
    updateFeed: 'none',
    texts: { en: 'Help: 1234' },
    locks: { noKeptTokens: true, fixedProxy: true },
  });
  const own = besideApp({
    proxy: { kind: 'none' },
    updateFeed: 'https://updates.example.org',
    texts: { en: 'Nothing to see', ja: '日本語' },
    locks: { noKeptTokens: false, fixedProxy: false, noExternalTools: true },
  });
  const { state, locks, made } = await policyOf([site, own]);
  expect(locks).toEqual(['noKeptTokens', 'noExternalTools', 'fixedProxy']);
  expect(state).toMatchObject({
    proxy: { kind: 'manual', address: 'http://proxy.site:3128', place: site.path },
    updateFeed: { address: 'none', place: site.path },
    texts: { en: 'Help: 1234', ja: '日本語' },
  });
  expect(made.network).toMatchObject({ isFixed: true, proxy: { kind: 'manual' } });
});

test('a broken file of the user’s own takes nothing away from the site’s', async () => {
  const site = settingsFolder({ systems: [{ name: 'Centre', webApi: 'https://api.example.org' }] });
  const { state, calls, locks } = await policyOf([site, besideApp('{')]);
  expect(locks).toEqual(everything);
  expect(state.systems).toEqual([{ name: 'Centre', place: site.path }]);
  const system = await calls.system({ at: 0 }, { id: 'window' });
  expect(system).toMatchObject({ name: 'Centre', webApiUrl: 'https://api.example.org' });
  await expect(calls.system({ at: 1 }, { id: 'window' })).rejects.toMatchObject({
    code: 'not-found',
  });
});
