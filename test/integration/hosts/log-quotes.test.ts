import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type * as z from 'zod';
import { openSqlite } from '../../../main/base/storage/sqlite.ts';
import { openPki } from '../../../main/demo/pki/index.ts';
import { type CallName, callNames, findCall } from '../../../preload/contract/index.ts';
import { backupParts } from '../../../preload/contract/settings/backups.ts';
import { testFolder } from '../../support/files/folder.ts';
import {
  foreignFiles,
  planted,
  quotes,
  wrongBytes,
  wrongJson,
  wrongLines,
} from '../../support/files/wrong-files.ts';
import { startWholeApp, type WholeApp } from '../../support/processes/whole-app.ts';
import { pack } from '../../support/worlds/backups.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const at = '2026-01-02T03:04:05.000Z';
const passphrase = 'correct horse battery';

const sound = {
  system: {
    format: 'compute-desk-system',
    version: 1,
    name: 'Centre',
    webApi: 'https://api.example.org/status/',
    identityProvider: 'https://id.example.org',
    route: 'token',
    portal: { keys: 'https://portal.example.org/keys' },
    texts: { en: 'Ask the help desk.', ja: '窓口へどうぞ。' },
  },
  prompts: {
    format: 'compute-desk-prompts',
    version: 1,
    prompts: [{ name: 'one', text: 'a text', folder: '', tags: ['a tag'] }],
  },
  conversations: {
    format: 'compute-desk-conversations',
    version: 1,
    conversations: [
      {
        title: 'imported',
        model: null,
        createdAt: at,
        updatedAt: at,
        pinned: false,
        archived: false,
        tags: ['a tag'],
        folder: null,
        parameters: { temperature: 1, extra: { user: 'x' } },
        leafId: 'm1',
        startId: null,
        startSummary: null,
        messages: [
          {
            id: 'm1',
            parentId: null,
            role: 'user',
            content: 'hello',
            reasoning: '',
            state: 'complete',
            model: null,
            finishReason: null,
            usage: null,
            problem: null,
            toolCalls: [],
            attachments: [],
            createdAt: at,
            firstByteAt: null,
            contentAt: null,
            endedAt: null,
          },
        ],
      },
    ],
    files: { ['ab'.repeat(32)]: 'YQ==' },
  },
  machines: {
    format: 'compute-desk-machine-history',
    version: 1,
    told: [{ from: at, to: '2026-01-03T00:00:00.000Z', reason: null, detail: null }],
    machines: [{ name: 'one', nth: 0, changes: [{ at, status: 'up' }] }],
  },
};

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'X-WR-CALNAME:Maintenance',
  'BEGIN:VTIMEZONE',
  'TZID:Somewhere',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:one',
  'DTSTART;TZID=Somewhere:20261124T220000',
  'DURATION:PT1H',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  'EXDATE:20261201T220000',
  'SUMMARY:patches',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

/** One of so many: what reads them takes its time. */
const some = <T>(files: Readonly<Record<string, T>>, every: number): Record<string, T> =>
  Object.fromEntries(Object.entries(files).filter((_, place) => place % every === 0));

async function keyFiles(): Promise<Files> {
  const folder = testFolder();
  const { user, userP12Path } = await openPki(folder);
  const pem = `${user.keyPem}${user.certificatePem}`;
  const header = { 'an unknown block': pem.replaceAll('PRIVATE KEY', planted.toUpperCase()) };
  const lines = some(wrongLines(pem), 23);
  return { ...lines, ...header, ...wrongBytes(readFileSync(userP12Path), 6) };
}

async function authorityFiles(): Promise<Files> {
  const { authority } = await openPki(testFolder());
  return { ...wrongLines(authority.pem), ...wrongBytes(Buffer.from(authority.pem)) };
}

const machineTable = [
  'kind,machine,nth,from,to,status,reason,detail',
  `observed,,,${at},2026-01-03T00:00:00.000Z,,,`,
  `change,one,0,${at},,up,,`,
].join('\n');

/** Backups that are wrong outside, and of parts that are wrong inside. */
async function backupFiles(): Promise<Files> {
  const folder = testFolder();
  const path = 'compute-desk.sqlite';
  openSqlite(join(folder, path)).close();
  const database = { path, bytes: readFileSync(join(folder, path)) };
  const whole = await pack([database], passphrase);
  const inside: Record<string, Uint8Array> = {};
  const parts = {
    'backup.json': { madeAt: at, parts: ['systems'] },
    'settings.json': { theme: 'dark' },
    'vault.json': { version: 2, user: null, demo: null },
  };
  for (const [name, json] of Object.entries(parts)) {
    for (const [what, text] of Object.entries(some(wrongJson(json), 4))) {
      const wrong = { path: name, bytes: Buffer.from(text) };
      inside[`${name}: ${what}`] = await pack([wrong, database], passphrase);
    }
  }
  inside['a name of a file'] = await pack([{ ...database, path: planted }, database], passphrase);
  for (const [what, bytes] of Object.entries(wrongBytes(database.bytes, 2))) {
    inside[`database: ${what}`] = await pack([{ path, bytes }], passphrase);
  }
  return { ...wrongBytes(whole, 4), ...inside };
}

interface Taker {
  /** What is wrong in ways of its own, beside what is wrong everywhere. */
  readonly files: () => Files | Promise<Files>;
  readonly take: (whole: WholeApp, given: { systemId: string; bytes: Uint8Array }) => Promise<void>;
}

/** The error of a call is not our fault, and quotes nothing. */
async function tryCall(whole: WholeApp, name: CallName, input: unknown): Promise<void> {
  const result = await whole.app.call(name, input, { id: 'one' });
  if (result.ok) return;
  expect([name, result.error.code]).not.toEqual([name, 'internal']);
  expect([name, quotes(JSON.stringify(result.error)), result.error]).toEqual([
    name,
    false,
    result.error,
  ]);
}

const simple =
  (name: CallName, others: object = {}): Taker['take'] =>
  (whole, { systemId, bytes }) =>
    tryCall(whole, name, { ...others, ...('systemId' in others && { systemId }), bytes });

/** Every call that takes bytes, with what it is given beside them; a new one is to be named here. */
const takers: Partial<Record<CallName, Taker>> = {
  'systems.readAuthorities': { files: authorityFiles, take: simple('systems.readAuthorities') },
  'systemFiles.read': { files: () => wrongJson(sound.system), take: simple('systemFiles.read') },
  'prompts.importFile': {
    files: () => wrongJson(sound.prompts),
    take: simple('prompts.importFile'),
  },
  'conversations.importFile': {
    files: () => wrongJson(sound.conversations),
    take: simple('conversations.importFile', { systemId: '' }),
  },
  'machineArchive.importFile': {
    files: () => ({ ...wrongJson(sound.machines), ...wrongLines(machineTable) }),
    take: simple('machineArchive.importFile', { systemId: '' }),
  },
  'apiConsole.importDescription': {
    files: () => wrongJson({ openapi: '3.0.3', info: {}, paths: { '/a': { get: {} } } }),
    async take(whole, { systemId, bytes }) {
      const from = { kind: 'file', name: 'a.json', bytes } as const;
      await tryCall(whole, 'apiConsole.importDescription', { systemId, from, replaces: null });
      const { descriptions } = await whole.call('apiConsole.snapshot', { systemId });
      for (const { id } of descriptions)
        await whole.call('apiConsole.removeDescription', { systemId, descriptionId: id });
    },
  },
  'maintenance.addFile': {
    files: () => wrongLines(calendar, '\r\n'),
    async take(whole, { systemId, bytes }) {
      await tryCall(whole, 'maintenance.addFile', { systemId, name: 'a.ics', bytes });
      const { calendars } = await whole.call('maintenance.snapshot', { systemId });
      for (const { id } of calendars)
        await whole.call('maintenance.removeCalendar', { systemId, id });
    },
  },
  'certificates.read': {
    files: keyFiles,
    async take(whole, { bytes }) {
      const file = { fileName: 'diary.p12', bytes };
      await tryCall(whole, 'certificates.read', { ...file, passphrase: null });
      await tryCall(whole, 'certificates.read', { ...file, passphrase: 'x', secondFile: file });
    },
  },
  'backups.take': {
    files: backupFiles,
    async take(whole, { bytes }) {
      for (const after of ['backups.look', 'backups.restore'] as const) {
        await tryCall(whole, 'backups.take', { first: true, bytes });
        const given =
          after === 'backups.look' ? { passphrase } : { passphrase, parts: backupParts };
        await tryCall(whole, after, given);
      }
      await whole.call('backups.forget', undefined);
    },
  },
  'attachments.append': {
    files: () => ({}),
    async take(whole, { bytes }) {
      const size = bytes.byteLength;
      const upload = await whole.call('attachments.begin', { name: 'a.txt', size });
      await tryCall(whole, 'attachments.append', { ...upload, bytes });
      await tryCall(whole, 'attachments.finish', upload);
    },
  },
};
/** These read nothing of what they are given. */
const keepers: Partial<Record<CallName, string>> = {
  'app.savePicture': 'hands the bytes out as they are, to where the user says',
  'apiConsole.hold': 'sends the bytes as they are, to where the user says',
  'files.uploadDropped': 'sends the bytes as they are, to a machine of the system',
};

test('every call that takes bytes is in the table, or said to read nothing of them', () => {
  const withBytes = callNames.filter((name) => holdsBytes(findCall(name)?.input));
  expect(withBytes.toSorted()).toEqual(
    [...Object.keys(takers), ...Object.keys(keepers)].toSorted(),
  );
});

test.each(Object.entries(takers))(
  '%s quotes no wrong file in the log nor in its error, and calls it no fault of ours',
  async (_, { files, take }) => {
    const whole = await startWholeApp();
    const systemId = await addSystem(whole, 'https://api.invalid');
    for (const text of Object.values({ ...foreignFiles, ...(await files()) })) {
      await take(whole, { systemId, bytes: Buffer.from(text) });
    }
    await expectUnquoted(whole);
  },
);

test('an answer that is no JSON is not quoted in the log', async () => {
  const server = createServer((_, response) => response.end(`{"data": ${planted}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const whole = await startWholeApp();
  const systemId = await addSystem(whole, url, url);
  await whole.call('machines.refresh', { systemId });
  const tested = await whole.call('genai.testKey', { systemId, key: 'sk-0123456789abcdef' });
  expect(tested.problem?.code).toBe('answer-not-json');
  await whole.failure('prompts.importFile', { bytes: Buffer.from('x') });
  await expectUnquoted(whole);
});

async function addSystem(
  whole: WholeApp,
  webApiUrl: string,
  genaiUrl: string | null = null,
): Promise<string> {
  const rest = { authUrl: null, authorities: [], certificateId: null };
  return (await whole.call('systems.add', { name: 'One', webApiUrl, genaiUrl, ...rest })).id;
}

async function expectUnquoted(whole: WholeApp): Promise<void> {
  const log = await whole.log();
  expect(log).toContain('"at":');
  expect(log.split('\n').filter(quotes)).toEqual([]);
}

/** Parts of a schema, as far as they matter here. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
}

function holdsBytes(schema: z.ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const { def } = (schema as unknown as { readonly _zod: { readonly def: Definition } })._zod;
  const parts = [...Object.values(def.shape ?? {}), ...(def.options ?? [])];
  return def.type === 'custom' || [...parts, def.element, def.innerType].some(holdsBytes);
}
