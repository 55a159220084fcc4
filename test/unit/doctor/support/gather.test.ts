import { mkdir, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CrashDumps } from '../../../../main/base/host.ts';
import { createSupport } from '../../../../main/doctor/support/index.ts';
import type { Settings } from '../../../../preload/contract/settings/settings.ts';
import type { SupportFile } from '../../../../preload/contract/settings/support.ts';
import type { SavedFile } from '../../../../preload/contract/shapes.ts';
import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { entriesOf } from '../../../../renderer/kit/archive.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { rounds } from '../../../support/processes/rounds.ts';
import { behindTheDoor } from '../../../support/worlds/door.ts';

const sender = { id: 'one' };
const settings: Settings = { theme: 'dark', language: 'ja', sidebarCollapsed: false };

interface World {
  readonly log?: readonly string[];
  readonly secrets?: readonly string[];
  readonly names?: readonly string[];
  readonly subjects?: readonly string[];
  readonly crashes?: CrashDumps;
}

async function open({ log = [], secrets = [], names = [], subjects = [], crashes }: World = {}) {
  const folder = testFolder();
  await mkdir(join(folder, 'logs'));
  await writeFile(join(folder, 'logs/main.log'), log.map((line) => `${line}\n`).join(''));
  const saved: { name: string; bytes: Uint8Array; secret: boolean }[] = [];
  const support = createSupport({
    host: {
      ...{ kind: 'electron', version: '1.2.3', platform: 'linux', runtime: { node: '20' } },
      ...{ environment: [], paths: { data: folder } },
      files: {
        async save(file): Promise<SavedFile> {
          saved.push(file);
          return { kind: 'saved', path: '/x' };
        },
      },
      ...(crashes && { crashes }),
    },
    settings: { current: () => settings },
    vault: {
      state: () => ({ state: 'ready', protection: 'keychain', keychainProblem: null }),
      secrets: async () => secrets.map((one) => Buffer.from(one)),
    },
    certificates: {
      all: () => subjects.map((subject) => ({ name: 'mine', leaf: { subject } }) as Certificate),
    },
    systems: { state: () => ({ systems: [{ id: 's' }], selectedId: 's' }) as never },
    doctor: { wordsOf: async () => names },
    policy: { state: { sources: [], locks: [] } as never },
    now: () => new Date('2026-11-23T10:00:00Z'),
  });
  const log0 = { info: () => undefined, error: () => undefined };
  return { calls: behindTheDoor('support', support, log0).calls, saved, folder };
}

/** Every text that stands anywhere in the files, names of fields too, as who opens them reads it. */
function textsIn(files: readonly SupportFile[]): string {
  const strings = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return [String(value)];
    return Object.entries(value).flatMap(([name, one]) => [name, ...strings(one)]);
  };
  const read = (text: string): string[] => {
    try {
      return strings(JSON.parse(text));
    } catch {
      return [];
    }
  };
  return files
    .flatMap(({ text }) => [text, ...read(text), ...text.split('\n').flatMap(read)])
    .join('\n\n');
}

const line = (cause: unknown): string =>
  JSON.stringify({ at: '2026-11-23T09:00:00.000Z', level: 'error', event: 'x', cause });

type Plant = (secret: string) => string;

/** Where something stands in a log that was never meant to. */
const places: Plant[] = [
  (one) => line(`failed with ${one} at once`),
  (one) => line({ deep: [{ down: `x${one}y` }] }),
  (one) => line({ [one]: 1 }),
  (one) => line(`an answer {"value":${JSON.stringify(one)}}`),
  (one) => line(`GET https://x.example/?q=${encodeURIComponent(one)}&page=2`),
  (one) => line(`GET https://x.example/?q=${encodeURIComponent(one).replaceAll('%20', '+')}`),
  (one) => line(`again ${one.toLowerCase()} and ${one}${one}`),
  (one) => `no line of the log ${one.replaceAll('\n', ' ').trim() === one ? one : ''}`,
];
const coded: Plant[] = [
  (one) => Buffer.from(one).toString('base64'),
  (one) => Buffer.from(one).toString('base64url'),
  (one) => Buffer.from(one).toString('hex'),
];

const letters = [...'abcXYZ0189-_+/=.!"\'{}[]:,&%$é山田鍵😀ßπ \\\t\n'];
const anySecret = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 60 })
  .filter((one) => one.replaceAll(/\s/g, '').length >= 10);
const made = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'),
  minLength: 32,
  maxLength: 90,
});
const madeWithDigits = made.filter((one) => /\d/.test(one) && /[a-z]/i.test(one));
const person = fc.string({
  unit: fc.constantFrom(...'abdegklmnoprstuyzABDKMTYäéøñ山田太郎花子'),
  minLength: 4,
  maxLength: 12,
});

const runs = { numRuns: rounds(60, 3_000) };

test('what the vault holds is nowhere in it, however it got into the log', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySecret, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (secrets, asJson) => {
        const log = secrets.flatMap((one) => [
          ...places.map((plant) => plant(one)),
          ...coded.map((code) => line(`as ${code(one)}.`)),
        ]);
        const kept = asJson ? [JSON.stringify({ tokens: secrets })] : secrets;
        const { calls } = await open({ log, secrets: kept });
        const { files } = await calls.gather({ crashes: false }, sender);
        const all = textsIn(files).toLowerCase();
        for (const one of secrets) {
          expect(all).not.toContain(one.toLowerCase());
          expect(all).not.toContain(encodeURIComponent(one).toLowerCase());
          for (const code of coded) {
            expect(all).not.toContain(code(one).replaceAll('=', '').toLowerCase());
          }
        }
      },
    ),
    runs,
  );
});

/** What nobody told the app, and is told by its looks or by what stands before it. */
const unknown: Plant[] = [
  (one) => line(`Authorization: Bearer ${one}`),
  (one) => line({ authorization: `Basic ${one}` }),
  (one) => line(`key sk-${one}`),
  (one) => line(`eyJ${one}.eyJ${one}.${one}`),
  (one) => line({ passphrase: one }),
  (one) => line({ request: { client_secret: one, 'refresh-token': one, apiKey: one } }),
  (one) => line(`the passphrase is ${one}`),
  (one) => line(`password=${one}&x=1`),
  (one) => line(`-----BEGIN PRIVATE KEY-----\n${one}\n${one}\n-----END PRIVATE KEY-----`),
  (one) => line(`-----BEGIN ENCRYPTED PRIVATE KEY-----\n${one}`),
  (one) => line(`cut from a key: ${one}`),
  (one) => `${one} at the beginning of no line of the log`,
];

test('nor is what only looks like a token, a key or a passphrase', async () => {
  await fc.assert(
    fc.asyncProperty(madeWithDigits, fc.constantFrom(...unknown), async (secret, plant) => {
      const { calls } = await open({ log: [plant(secret)] });
      const { files } = await calls.gather({ crashes: false }, sender);
      expect(textsIn(files)).not.toContain(secret);
    }),
    { numRuns: 5 * runs.numRuns },
  );
});

test('nor are passphrases of words, where something says that they are one', async () => {
  const log = [
    line('passphrase: correct horse battery, try again'),
    line({ passphrase: 'correct horse battery' }),
    line('{"password": "correct horse battery"}'),
  ];
  const { calls } = await open({ log });
  const { files } = await calls.gather({ crashes: false }, sender);
  expect(textsIn(files)).not.toMatch(/correct|horse|battery/);
});

test('nor are names of persons, from certificates and sessions, in any spelling', async () => {
  await fc.assert(
    fc.asyncProperty(person, person, person, async (given, family, account) => {
      const words = [`${given} ${family}`, account];
      const log = [...words, given, family].flatMap((one) => [
        ...places.map((plant) => plant(one)),
        line(`/home/${one}/data, ${one}の証明書, x_${one.toUpperCase()}_y, ${one}2`),
      ]);
      const { calls } = await open({
        log,
        names: [account],
        subjects: [`CN=${family}\\, ${given},O=Example Centre,C=JP`, `CN=${given} ${family},C=JP`],
      });
      const { files } = await calls.gather({ crashes: false }, sender);
      const all = textsIn(files).toLowerCase();
      for (const one of [...words, given, family]) expect(all).not.toContain(one.toLowerCase());
    }),
    runs,
  );
});

test('nor is where the user’s home is, and what the computer is called', async () => {
  const at = `${homedir()}/x`;
  const { calls } = await open({ log: [line(`${at} on ${hostname()}`)] });
  const { files } = await calls.gather({ crashes: false }, sender);
  const all = textsIn(files);
  if (homedir().length > 1) expect(all).not.toContain(homedir());
  if (hostname().length > 3) expect(all).not.toContain(hostname());
});

test('what helps stays: versions, settings, times, events, codes and ids', async () => {
  const id = '3f2b8c1e-9a4d-4e7b-8f10-1234567890ab';
  const log = [
    JSON.stringify({
      ...{ at: '2026-11-23T09:00:00.000Z', level: 'error', event: 'call' },
      ...{ name: 'machines.refresh', code: 'network-refused', systemId: id, attempts: 3 },
      cause: 'Error: connect ECONNREFUSED 127.0.0.1:443\n    at poll (main/electron.js:12:7)',
    }),
  ];
  const { calls } = await open({ log, secrets: ['a secret of the vault'] });
  const { files } = await calls.gather({ crashes: false }, sender);
  expect(files.map(({ name }) => name)).toEqual([
    'about.json',
    'settings.json',
    'policy.json',
    'log.txt',
  ]);
  expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({ version: '1.2.3', host: 'electron' });
  expect(JSON.parse(files[1]?.text ?? '')).toMatchObject({
    ...settings,
    vault: { state: 'ready', protection: 'keychain' },
  });
  expect(files[3]?.text).toBe(`${log[0]}\n`);
});

test('of a long log the last whole lines are told', async () => {
  const log = Array.from({ length: 20_000 }, (_, index) => line(`record ${index}`));
  const { calls } = await open({ log });
  const text = (await calls.gather({ crashes: false }, sender)).files.at(-1)?.text ?? '';
  expect(text.length).toBeLessThan(600_000);
  expect(text.trimEnd().split('\n').at(-1)).toBe(log.at(-1));
  for (const one of text.trimEnd().split('\n')) JSON.parse(one);
});

test('it is saved as it was shown, though the log goes on, and only what was gathered is', async () => {
  const { calls, saved, folder } = await open({ log: [line('one')] });
  const { id, files } = await calls.gather({ crashes: false }, sender);
  await writeFile(join(folder, 'logs/main.log'), `${line('two')}\n`);
  expect(await calls.save({ id }, sender)).toEqual({ kind: 'saved', path: '/x' });
  const [file] = saved;
  expect(file).toMatchObject({ name: 'compute-desk-support-2026-11-23.zip', secret: true });
  const inside = await Promise.all(
    (await entriesOf(new Blob([Buffer.from(file?.bytes ?? [])]))).map(async (entry) => {
      const pieces: Uint8Array[] = [];
      await entry.read((piece) => void pieces.push(piece));
      return { name: entry.name, text: Buffer.concat(pieces).toString() };
    }),
  );
  expect(inside).toEqual(files);
  await expect(calls.save({ id: 'another' }, sender)).rejects.toMatchObject({ code: 'not-found' });
});

test('crash dumps are listed in it where the user says so, and never put in', async () => {
  const dump = { id: 'd1', at: '2026-11-22T08:00:00.000Z', size: 7 };
  const removed: string[] = [];
  const crashes: CrashDumps = {
    list: async () => [dump],
    read: async () => Buffer.from('MDMP in memory'),
    remove: async (id) => void removed.push(id),
  };
  const { calls, saved } = await open({ crashes });
  const without = await calls.gather({ crashes: false }, sender);
  expect(without.files.map(({ name }) => name)).not.toContain('crashes.json');
  const { files } = await calls.gather({ crashes: true }, sender);
  const told = files.find(({ name }) => name === 'crashes.json');
  expect(JSON.parse(told?.text ?? '')).toEqual([dump]);
  expect(textsIn(files)).not.toContain('MDMP');
  await calls.saveCrash({ id: 'd1' }, sender);
  expect(saved).toMatchObject([{ name: 'compute-desk-d1.dmp', secret: true }]);
  await calls.removeCrash({ id: 'd1' }, sender);
  expect(removed).toEqual(['d1']);
});
