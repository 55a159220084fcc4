import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readSystemFile } from '../../../../main/base/system-file/index.ts';
import { findSecret } from '../../../../main/base/system-file/secrets.ts';
import { openPki } from '../../../../main/demo/pki/index.ts';
import { createSystemFiles } from '../../../../main/systems/files/index.ts';
import type { Portal } from '../../../../preload/contract/chat/genai.ts';
import type { AppError } from '../../../../preload/contract/errors.ts';
import type { Session } from '../../../../preload/contract/systems/session.ts';
import { systemFile } from '../../../../preload/contract/systems/system-file.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { nobody, recordFiles } from '../../../support/worlds/genai.ts';
import { recordLog, testSystem } from '../../../support/worlds/world.ts';

const least = { format: 'compute-desk-system', version: 1, name: 'Centre' };
const whole = { ...least, webApi: 'https://api.example.org/status/' };
const read = (value: unknown) => readSystemFile(Buffer.from(JSON.stringify(value)));
const refusal = (value: unknown): AppError['details'] & { code: string } => {
  try {
    read(value);
  } catch (error) {
    const { code, details } = error as AppError;
    return { code, ...details };
  }
  return { code: 'none' };
};

test('a file proposes a system, with its addresses as they will be used', () => {
  const proposal = read({
    ...whole,
    identityProvider: 'https://idp.example.org/auth/realms/op/',
    genai: 'https://ai.example.org/v1',
    route: 'token',
    reasoningBack: 'never',
    portal: { keys: 'https://portal.example.org/keys?project=7' },
    texts: { ja: '窓口は内線 1234 です。パスワードは書面で届きます。' },
  });
  expect(proposal).toEqual({
    name: 'Centre',
    webApiUrl: 'https://api.example.org',
    authUrl: 'https://idp.example.org',
    genaiUrl: 'https://ai.example.org',
    authorities: [],
    route: 'token',
    reasoningBack: 'never',
    portal: { keysUrl: 'https://portal.example.org/keys?project=7', usageUrl: null },
    texts: { en: null, ja: '窓口は内線 1234 です。パスワードは書面で届きます。' },
  });
});

test('authorities are read, and are no secret', () => {
  const [pem = ''] = rootCertificates;
  const { authorities } = read({ ...whole, authorities: [pem] });
  expect(authorities).toEqual([
    expect.objectContaining({ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) }),
  ]);
  expect(findSecret({ authorities: [pem] })).toBeNull();
});

test.each([
  ['a list', [], ''],
  ['another format', { ...whole, format: 'other' }, 'format'],
  ['no name', { ...whole, name: ' ' }, 'name'],
  ['no service', least, 'webApi'],
  ['a field of another name', { ...whole, certificate: 'x' }, ''],
  [
    'a page without https',
    { ...whole, portal: { keys: 'http://portal.example.org' } },
    'portal.keys',
  ],
  ['a page that is a script', { ...whole, portal: { usage: 'javascript:x' } }, 'portal.usage'],
  ['a long text', { ...whole, texts: { en: 'x '.repeat(2000) } }, 'texts.en'],
])('%s is refused, with the place', (_name, value, where) => {
  expect(refusal(value)).toMatchObject({
    code: 'system-file-invalid',
    ...(where !== '' && { field: where }),
  });
});

test.each<readonly [string, string, object]>([
  ['no JSON', 'Dear all', { fault: 'not-json' }],
  ['nothing', '', { fault: 'empty' }],
  [
    'a comma too many',
    '{\n"format": "compute-desk-system",\n}',
    { fault: 'json-comma', line: 2, column: 32 },
  ],
  [
    'a name without quotes',
    '{\n format: "compute-desk-system"}',
    { fault: 'json-name', line: 2, column: 2 },
  ],
  ['a list', '[]', { fault: 'field-record', line: 1 }],
  ['another format', '{\n"format": "other"}', { fault: 'format', line: 2, field: 'format' }],
  [
    'a field that is missing',
    '{"format": "compute-desk-system", "version": 1}',
    { fault: 'field-missing', line: 1, field: 'name' },
  ],
  [
    'a word of another file',
    `${JSON.stringify(whole).slice(0, -1)},\n"diary": 1}`,
    { fault: 'field-unknown', line: 2, field: '…' },
  ],
  [
    'an older or odd version',
    JSON.stringify({ ...whole, version: 'one' }),
    { fault: 'field-value', line: 1, field: 'version' },
  ],
  ['no service', JSON.stringify(least, null, 1), { fault: 'no-service', line: 1, field: 'webApi' }],
])('%s: what is wrong is said with its place', (_name, text, expected) => {
  let details: unknown = null;
  try {
    readSystemFile(Buffer.from(text));
  } catch (error) {
    details = (error as AppError).details;
  }
  expect(details).toEqual(expected);
});

test('a schema for editors and authorities in Base64 alone are allowed', () => {
  const [pem = ''] = rootCertificates;
  const base64 = pem.replaceAll(/-----[A-Z ]+-----|\n/g, '');
  const { authorities } = read({ ...whole, $schema: 'system.json', authorities: [base64] });
  expect(authorities).toHaveLength(1);
});

test('bytes that are no text, too many of them, and too deep ones are refused', () => {
  const code = (bytes: Uint8Array) => {
    try {
      readSystemFile(bytes);
    } catch (error) {
      return (error as AppError).code;
    }
    return 'none';
  };
  expect(code(new Uint8Array([0x30, 0x82, 1, 2, 3]))).toBe('system-file-invalid');
  expect(code(new Uint8Array())).toBe('system-file-invalid');
  expect(code(Buffer.from(`${JSON.stringify(whole)}${' '.repeat(1024 * 1024)}`))).toBe(
    'system-file-invalid',
  );
  expect(code(Buffer.from('['.repeat(100_000)))).toBe('system-file-invalid');
  expect(code(Buffer.from(`\ufeff${JSON.stringify(whole)}`))).toBe('none');
});

test('a later version, an address that cannot be used and a certificate that is none are told apart', () => {
  expect(refusal({ ...whole, version: 2, more: 1 })).toEqual({
    code: 'system-file-newer',
    version: 2,
  });
  expect(refusal({ ...whole, webApi: 'http://api.example.org' })).toMatchObject({
    code: 'address-invalid',
    problem: 'not-https',
  });
  expect(refusal({ ...whole, authorities: ['no PEM'] }).code).toBe('certificate-not-a-certificate');
});

test('authorities that are none, and more than a system takes, are refused by name', async () => {
  const { authority, servers } = await openPki(testFolder());
  const leaf = servers['web-api'].certificatePem;
  const issuer = new X509Certificate(authority.pem).subject.match(/CN=(.*)/)?.[1];
  expect(refusal({ ...whole, authorities: [leaf] })).toMatchObject({
    ...{ code: 'certificate-not-an-authority', issuer },
  });
  // a file with the whole chain: what can be trusted of it
  const chain = read({ ...whole, authorities: [`${leaf}${authority.pem}`] });
  expect(chain.authorities).toHaveLength(1);
  expect(chain.authorities[0]?.subject).toContain(`CN=${issuer}`);
  const many = rootCertificates.slice(0, 21).join('\n');
  expect(refusal({ ...whole, authorities: [many] })).toMatchObject({
    ...{ code: 'authorities-too-many', limit: 20 },
  });
});

describe('a system as a file', () => {
  const writing = (
    change: object,
    portal: Partial<Portal> = {},
    shareable = true,
    realmPath = '/auth/realms/op',
  ) => {
    const system = testSystem('https://ai.example.org', {
      webApiUrl: '',
      authUrl: null,
      ...change,
    });
    const files = recordFiles();
    const { calls } = createSystemFiles({
      systems: {
        get: () => system,
        state: () => ({ systems: [system], selectedId: null }),
        onChange: () => () => undefined,
      },
      links: { isShareable: () => shareable },
      genai: { portalOf: () => ({ keysUrl: null, usageUrl: null, ...portal }) },
      signIn: { snapshot: async () => ({ settings: { realmPath } }) as Session },
      files,
    });
    const door = throughTheDoor({ systemFiles: calls }, recordLog()).systemFiles;
    return { saved: files.saved, save: () => door.export({ id: system.id }, nobody) };
  };

  test('is read as it was, without what is the user’s own', async () => {
    const [pem = ''] = rootCertificates;
    const { authorities } = read({ ...whole, authorities: [pem] });
    const keysUrl = 'https://portal.example.org/keys';
    const { saved, save } = writing(
      {
        ...{ name: '計算機センター: A/B', authorities, certificateId: 'my-certificate' },
        ...{ webApiUrl: 'https://api.example.org', route: 'token', reasoningBack: 'always' },
      },
      { keysUrl, usageUrl: 'http://127.0.0.1:3000/usage' },
    );
    await save();
    const [file] = saved;
    expect(file?.name).toMatch(/\.computedesk$/);
    expect(file?.name).not.toMatch(/[:/]/);
    expect(Buffer.from(file?.bytes ?? []).toString()).not.toContain('my-certificate');
    expect(readSystemFile(file?.bytes ?? new Uint8Array())).toMatchObject({
      ...{ name: '計算機センター: A/B', webApiUrl: 'https://api.example.org', authUrl: null },
      ...{ genaiUrl: 'https://ai.example.org', authorities, route: 'token' },
      ...{ reasoningBack: 'always', portal: { keysUrl, usageUrl: null } },
    });
  });

  test('has how its models are asked, where that is not as usual', async () => {
    const change = {
      ...{ longestRequest: 1800, thinkTags: false },
      reasoningControl: {
        field: 'chat_template_kwargs.enable_thinking',
        choices: ['true', 'false'],
      },
    };
    const { saved, save } = writing(change);
    await save();
    expect(readSystemFile(saved[0]?.bytes ?? new Uint8Array())).toMatchObject(change);
    const usual = writing({});
    await usual.save();
    const text = Buffer.from(usual.saved[0]?.bytes ?? []).toString();
    expect(text).not.toMatch(/longestRequest|thinkTags|reasoningControl/);
  });

  test.each([
    { longestRequest: 5 },
    { thinkTags: 'no' },
    { reasoningControl: { field: 'model', choices: ['a'] } },
    { reasoningControl: { field: 'a..b', choices: ['a'] } },
    { reasoningControl: { field: 'a', choices: [] } },
    { reasoningControl: { field: 'a' } },
  ])('with %j is refused', (wrong) => {
    expect(refusal({ ...whole, ...wrong })).toMatchObject({ code: 'system-file-invalid' });
  });

  test('names its realm, and the usual one by its address alone', async () => {
    for (const [realmPath, authUrl] of [
      ['/auth/realms/op', 'https://idp.example.org'],
      ['/realms/site', 'https://idp.example.org/realms/site'],
    ] as const) {
      const change = { authUrl: 'https://idp.example.org' };
      const { saved, save } = writing(change, {}, true, realmPath);
      await save();
      expect(readSystemFile(saved[0]?.bytes ?? new Uint8Array())).toMatchObject({ authUrl });
    }
  });

  test('is not written of the demo, nor with a secret in an address', async () => {
    await expect(writing({}, {}, false).save()).rejects.toMatchObject({ code: 'not-found' });
    const { saved, save } = writing({}, { keysUrl: 'https://portal.example.org/?token=abc' });
    await expect(save()).rejects.toMatchObject({
      code: 'system-file-secret',
      details: { where: 'portal.keys' },
    });
    expect(saved).toEqual([]);
  });
});

test('the schema in docs is that of the code', () => {
  const docs = readFileSync(
    new URL('../../../../docs/system-file.schema.json', import.meta.url),
    'utf8',
  );
  expect(JSON.parse(docs)).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(systemFile))));
});

test('the example in docs can be read, but for its shortened certificate', () => {
  const docs = readFileSync(new URL('../../../../docs/system-file.md', import.meta.url), 'utf8');
  const example = JSON.parse(/```json\n(.*?)```/s.exec(docs)?.[1] ?? '') as Record<string, unknown>;
  expect(read({ ...example, authorities: [] })).toMatchObject({ name: 'Example Centre' });
});
