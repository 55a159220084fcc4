import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { type CallName, callNames, findCall } from '../../../preload/contract/index.ts';
import { startWholeApp, type WholeApp } from '../../support/processes/whole-app.ts';

/** Stands in files and answers; a few letters of it are as bad as all. */
const planted = 'xylophone-quartz';
const parts = ['xylo', 'quartz', 'phone'];

async function expectUnquoted(whole: WholeApp): Promise<void> {
  const log = await whole.log();
  expect(log).toContain('"at":');
  for (const part of parts) expect(log).not.toContain(part);
}

/** What people choose instead of the right file, or what is left of the right one. */
const files: Readonly<Record<string, string>> = {
  'a letter': `${planted}, dear diary`,
  'a table': `"${planted}",1\n"b",2\n`,
  'a key': `{"${planted}`,
  'a value': `{"title": "${planted}`,
  'after its end': `{} ${planted}`,
  'a word': `[{"title": ${planted}}]`,
  'another shape': JSON.stringify({ [planted]: { [planted]: planted } }),
  'ours, damaged': JSON.stringify({
    format: 'compute-desk-conversations',
    version: 1,
    conversations: [{ title: planted, tags: [planted, { [planted]: 1 }] }],
    files: { [planted]: planted },
  }),
  'ChatGPT, damaged': JSON.stringify([{ mapping: { [planted]: { message: planted } } }]),
};

test.each(Object.entries(files))(
  'a wrongly chosen file is not quoted in the log: %s',
  async (_, text) => {
    const whole = await startWholeApp();
    const { id: systemId } = await whole.call('systems.add', {
      name: 'One',
      webApiUrl: 'https://api.invalid',
      authUrl: null,
      genaiUrl: null,
      authorities: [],
      certificateId: null,
    });
    const bytes = Buffer.from(text);
    expect(await whole.failure('conversations.importFile', { systemId, bytes })).toMatchObject({
      code: 'import-unreadable',
    });
    expect(await whole.failure('prompts.importFile', { bytes })).toMatchObject({
      code: 'prompts-unreadable',
    });
    await whole.failure('certificates.read', { fileName: 'diary.p12', bytes, passphrase: null });
    await whole.failure('systems.readAuthorities', { bytes });
    await expectUnquoted(whole);
  },
);

/** What every call that takes bytes is given beside them; a new one is to be named here. */
const takers = {
  'systems.readAuthorities': {},
  'systems.readFile': {},
  'prompts.importFile': {},
  'conversations.importFile': { systemId: '' },
  'machineArchive.importFile': { systemId: '' },
  'maintenance.addFile': { systemId: '', name: 'diary' },
  'certificates.read': { fileName: 'diary.p12', passphrase: null },
  'backups.take': { first: true },
} satisfies Partial<Record<CallName, object>>;
/** These keep or hand out what they are given, and read nothing of it. */
const keepers = ['app.savePicture', 'attachments.append'];

test('no call that takes a file quotes it in the log, or calls it our fault', async () => {
  const withBytes = callNames.filter((name) => {
    const input = findCall(name)?.input;
    return input instanceof z.ZodObject && 'bytes' in input.shape;
  });
  const known: readonly string[] = [...Object.keys(takers), ...keepers];
  expect(withBytes.filter((name) => !known.includes(name))).toEqual([]);

  const whole = await startWholeApp();
  const { id } = await whole.call('systems.add', {
    ...{ name: 'One', webApiUrl: 'https://api.invalid', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  const calendar = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `X-WR-CALNAME;VALUE=DATE:${planted}`, 'BEGIN:VEVENT'],
    ...[`UID;VALUE=DATE:${planted}`, `DTSTART:${planted}`, 'END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n');
  const broken = `BEGIN:VCALENDAR\r\n${planted}\r\nEND:VCALENDAR`;
  for (const [name, others] of Object.entries(takers)) {
    const given = 'systemId' in others ? { ...others, systemId: id } : others;
    for (const text of [...Object.values(files), calendar, broken]) {
      const bytes = Buffer.from(text);
      const result = await whole.app.call(name as CallName, { ...given, bytes }, { id: 'one' });
      if (!result.ok) expect([name, result.error.code]).not.toEqual([name, 'internal']);
      if (name !== 'backups.take') continue;
      await whole.failure('backups.look', { passphrase: 'correct horse battery' });
    }
  }
  await expectUnquoted(whole);
});

test('an answer that is no JSON is not quoted in the log', async () => {
  const server = createServer((_, response) => response.end(`{"data": ${planted}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const whole = await startWholeApp();
  const { id: systemId } = await whole.call('systems.add', {
    name: 'One',
    webApiUrl: url,
    authUrl: null,
    genaiUrl: url,
    authorities: [],
    certificateId: null,
  });
  await whole.call('machines.refresh', { systemId });
  const tested = await whole.call('genai.testKey', { systemId, key: 'sk-0123456789abcdef' });
  expect(tested.problem?.code).toBe('answer-not-json');
  await whole.failure('prompts.importFile', { bytes: Buffer.from('x') });
  await expectUnquoted(whole);
});
