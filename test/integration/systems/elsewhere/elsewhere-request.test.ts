import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../../preload/contract/work/console-requests.ts';
import { authoritiesFile } from '../../../../renderer/features/systems/elsewhere/authorities.ts';
import {
  needsNewCurl,
  type RequestCaller,
  type RequestUse,
  requestCallers,
  requestEnvironment,
  requestSnippet,
} from '../../../../renderer/features/systems/elsewhere/index.ts';
import { sentOf } from '../../../../renderer/features/work/console/request/lines.ts';
import { findPython } from '../../../../scripts/lanes/needs.ts';
import { hasBash } from '../../../support/bash.ts';
import { cmdArguments, powershellArguments } from '../../../support/processes/command-lines.ts';
import { runProgram } from '../../../support/processes/other-programs.ts';
import { startTestDemo } from '../../demo/demo-support.ts';

const pythons = { requests: findPython('requests'), httpx: findPython('httpx') };
const there: Record<RequestCaller, boolean> = {
  curl: hasBash && spawnSync('curl', ['--version']).status === 0,
  requests: hasBash && pythons.requests !== undefined,
  httpx: hasBash && pythons.httpx !== undefined,
  node: hasBash,
  powershell: spawnSync('pwsh', ['-NoProfile', '-Command', 'exit 0']).status === 0,
};
/** Those whose lines bash asks the secrets for. */
const fromBash = requestCallers.filter((caller) => caller !== 'powershell');
for (const caller of requestCallers) {
  if (!there[caller]) console.log(`skipped: requests by ${caller} (it is not installed here)`);
}

const dots = '••••••••';
const secret = `it's "so" $secret \\ \`x\` 100%`;
const fileBytes = Buffer.from([0, 13, 10, 255, 36, 96]);

interface Arrived {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
let arrived: Arrived[] = [];
let folder: string;
let origin: string;
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { method, url, headers } = request;
    arrived.push({ method, url, headers, body: Buffer.concat(pieces) });
    response.end('received');
  });
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await writeFile(join(folder, 'a b.bin'), fileBytes);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const exactOf = (change: Partial<ExactRequest>): ExactRequest => ({
  ...{ method: 'POST', url: `${origin}/jobs`, origin, elsewhere: true, allowed: true },
  ...{ headers: [], body: null, bodySize: 0, certificate: false, token: false },
  ...{ effect: 'changes', effectBy: 'method', variables: [], unknownVariables: [] },
  ...{ missing: [], hash: 'a'.repeat(64) },
  ...change,
});
const requestOf = (body: ConsoleRequest['body']): ConsoleRequest => ({
  ...{ descriptionId: null, operation: null, method: 'POST', server: null, path: '/jobs' },
  ...{ parameters: [], headers: [], body },
});
const asked = (
  exact: ExactRequest,
  body: ConsoleRequest['body'],
  change: Partial<RequestUse> = {},
): RequestUse => {
  const sent = sentOf(exact, requestOf(body));
  if (sent === null) throw new Error('too long');
  return { ...sent, certificate: null, encrypted: false, ownAuthorities: false, ...change };
};
const header = (name: string, value: string, isSecret = false) => ({
  name,
  value,
  secret: isSecret,
});

/** What the dialog shows, in its order, at one prompt of bash. */
async function run(caller: (typeof fromBash)[number], use: RequestUse, input = '') {
  const lines = requestSnippet(caller, 'bash', use) ?? '';
  const asks = requestEnvironment('bash', caller, use);
  expect(lines).toMatch(/\S/);
  let starts = lines;
  if (caller !== 'curl') {
    const file = caller === 'node' ? 'request.mjs' : `request-${caller}.py`;
    await writeFile(join(folder, file), lines);
    starts = `'${caller === 'node' ? process.execPath : pythons[caller]}' ${file}`;
  }
  return runProgram(folder, 'bash', ['-c', `${asks}\n${starts}`], { input });
}

describe.each(fromBash)('the lines of a request for %s', (caller) => {
  test.skipIf(!there[caller])(
    'send it to the letter, its secrets from the environment',
    async () => {
      arrived = [];
      const text = `{"script":"#!/bin/sh\\necho '$HOME' \`id\` \\"q\\"","n":12345678901234567890,\n "名":"鍵 😀"}`;
      const exact = exactOf({
        method: 'PUT',
        url: `${origin}/jobs/it's%20%22a%22?state[]=$A&name=%E9%8D%B5&x=%25HOME%25`,
        headers: [
          header('accept', 'application/json, */*;q=0.8'),
          header('content-type', 'application/json'),
          header('if-match', `"it's $HOME"`),
          header('x-pass', dots, true),
          header('authorization', `Bearer ${dots}`, true),
        ],
        token: true,
        body: text,
        variables: [{ name: 'pass', value: null }],
      });
      const use = asked(exact, { kind: 'text', type: 'application/json', text });
      const { code, output, errors } = await run(caller, use, `${secret}\ntoken-1\n`);
      expect(code, errors).toBe(0);
      expect(output).toContain('received');
      expect(arrived).toHaveLength(1);
      const [got] = arrived;
      expect(got?.method).toBe('PUT');
      expect(new URL(got?.url ?? '', origin).pathname).toBe(new URL(exact.url).pathname);
      expect([...new URL(got?.url ?? '', origin).searchParams]).toEqual([
        ...new URL(exact.url).searchParams,
      ]);
      expect(got?.body.toString()).toBe(text);
      expect(got?.headers).toMatchObject({
        accept: 'application/json, */*;q=0.8',
        'content-type': 'application/json',
        'if-match': `"it's $HOME"`,
        'x-pass': secret,
        authorization: 'Bearer token-1',
      });
    },
  );

  test.skipIf(!there[caller])('send a file as it is, and without a type none', async () => {
    arrived = [];
    const file = { id: 'f', name: 'a b.bin', type: '', size: 6 };
    const { code, errors } = await run(
      caller,
      asked(exactOf({ body: '<file a b.bin, 6 bytes>' }), { kind: 'file', file }),
    );
    expect(code, errors).toBe(0);
    expect(arrived[0]?.body).toEqual(fileBytes);
    expect(arrived[0]?.headers).not.toHaveProperty('content-type');
  });
});

describe('a form with files', () => {
  const boundary = 'compute-desk-1';
  const part = (name: string, more: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
  const form = () => {
    const shown = '<file a b.bin, 6 bytes>';
    const exact = exactOf({
      headers: [header('content-type', `multipart/form-data; boundary=${boundary}`)],
      body: `${part('note', '', shown)}${part('password', '', 'typed')}${part('file', '; filename="a b.bin"', shown)}--${boundary}--\r\n`,
    });
    return asked(exact, {
      kind: 'multipart',
      fields: [
        { name: 'note', value: shown },
        { name: 'password', value: 'typed' },
        { name: 'file', file: { id: 'f', name: 'a b.bin', type: '', size: 6 } },
      ],
    });
  };
  const programs = ['requests', 'httpx', 'node'] as const;
  test.each(programs.filter((caller) => there[caller]))('arrives whole by %s', async (caller) => {
    arrived = [];
    const { code, errors } = await run(caller, form(), 'typed\n');
    expect(code, errors).toBe(0);
    const whole = Buffer.concat([
      Buffer.from(
        `${part('note', '', '<file a b.bin, 6 bytes>')}${part('password', '', 'typed')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a b.bin"\r\n\r\n`,
      ),
      fileBytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    expect(arrived[0]?.body.toString('latin1')).toBe(whole.toString('latin1'));
  });
  test('has no lines of curl', () => {
    expect(requestSnippet('curl', 'bash', form())).toBeNull();
  });
});

test('no secret is in any line: variables, headers, and what was typed into secret fields', () => {
  const body = `{"user":"me","password":"typed \\"one\\"","key":"${dots}"}`;
  const exact = exactOf({
    url: `${origin}/jobs?api_key=typed-two&q=${dots}`,
    headers: [header('content-type', 'application/json'), header('x-key', dots, true)],
    body,
    variables: [{ name: 'pass', value: null }],
  });
  const use = asked(exact, { kind: 'text', type: 'application/json', text: body });
  const query = { secret: 'SECRET_API_KEY', encoded: true };
  const pass = { secret: 'SECRET_PASS', encoded: true };
  expect(use.url).toEqual([`${origin}/jobs?`, 'api_key=', query, '&q=', pass]);
  for (const caller of requestCallers) {
    const text = requestSnippet(caller, 'bash', use) ?? '';
    expect(text).toMatch(/\S/);
    expect(text).not.toMatch(/typed|•/);
  }
  expect(needsNewCurl('bash', use)).toBe(true);
});

test('PowerShell and cmd start curl with the same, or there are no lines', () => {
  const text = '{"name": "鍵",\n "script": "a %PATH% \'b\'"}';
  const use = asked(
    exactOf({
      url: `${origin}/jobs?a=%20b`,
      headers: [header('content-type', 'application/json'), header('x-pass', dots, true)],
      body: text,
    }),
    { kind: 'text', type: 'application/json', text },
  );
  const words = [
    ...['--fail-with-body', '--globoff', '--request', 'POST'],
    ...['--variable', '%SECRET_X_PASS'],
    ...['--header', 'content-type: application/json'],
    ...['--expand-header', 'x-pass: {{SECRET_X_PASS}}'],
  ];
  const plain = '{"name": "\\u9375",  "script": "a %PATH% \'b\'"}';
  const cmd = requestSnippet('curl', 'cmd', use)?.trimEnd() ?? '';
  expect(cmdArguments(cmd, { PATH: 'C:\\' })).toEqual([
    ...['curl', ...words, '--data-raw', plain, '--url', `${origin}/jobs?a=%20b`],
  ]);
  const [input = '', command = ''] =
    requestSnippet('curl', 'powershell', use)?.trimEnd().split(' | ') ?? [];
  expect(input).toBe(`@'\n${plain}\n'@`);
  for (const version of ['5.1', '7.3'] as const) {
    expect(powershellArguments(command, version)).toEqual([
      ...['curl.exe', ...words, '--data', '@-', '--url', `${origin}/jobs?a=%20b`],
    ]);
  }
  const quotes = asked(exactOf({ headers: [header('if-match', '"a"')] }), null);
  expect(requestSnippet('curl', 'powershell', quotes)).toBeNull();
  expect(requestSnippet('curl', 'cmd', quotes)).toContain('if-match');
});

describe('the lines of a request for PowerShell', () => {
  const text = `{"a": "it's “$HOME” \`id\`",\n\t"名": "\u202e鍵 😀"}`;
  const asking = () =>
    asked(
      exactOf({
        method: 'QUERY',
        url: `${origin}/jobs/it's?state=$A&q=${dots}`,
        headers: [header('content-type', 'application/json'), header('x-pass', dots, true)],
        body: text,
        variables: [{ name: 'pass', value: null }],
      }),
      { kind: 'text', type: 'application/json', text },
      { certificate: `it's.pem`, encrypted: true },
    );

  test('quote every text, and have no secret and no key', () => {
    expect(requestSnippet('powershell', 'powershell', asking())).toBe(
      `$certificate = Get-PfxCertificate -FilePath 'it''s.p12'
$request = @{
  Uri = '${origin}/jobs/it''s?' + 'state=$A' + '&q=' + [uri]::EscapeDataString($env:SECRET_PASS)
  CustomMethod = 'QUERY'
  Headers = @{
    'x-pass' = $env:SECRET_X_PASS
  }
  ContentType = 'application/json'
  Body = [byte[]]([Text.Encoding]::UTF8.GetBytes("{§"a§": §"it's §“§$HOME§” §§id§§§",§n§t§"名§": §"$([char]8238)鍵 😀§"}"))
  Certificate = $certificate
  SkipHeaderValidation = $true
  MaximumRedirection = 0
}
(Invoke-WebRequest @request).Content
`.replaceAll('§', '`'),
    );
    expect(requestEnvironment('powershell', 'powershell', asking())).toBe(
      ['SECRET_PASS', 'SECRET_X_PASS']
        .map(
          (name) =>
            `$env:${name} = [Net.NetworkCredential]::new('', (Read-Host -AsSecureString '${name}')).Password`,
        )
        .join('\n'),
    );
  });

  test('are none for a body without a type: PowerShell would add its own', () => {
    const file = { id: 'f', name: 'a b.bin', type: '', size: 6 };
    const use = asked(exactOf({ body: '<file a b.bin, 6 bytes>' }), { kind: 'file', file });
    expect(requestSnippet('powershell', 'powershell', use)).toBeNull();
  });

  test.skipIf(!there.powershell)('send it to the letter', async () => {
    arrived = [];
    const lines = requestSnippet('powershell', 'powershell', { ...asking(), certificate: null });
    const secrets = `$env:SECRET_PASS = 'p&1'; $env:SECRET_X_PASS = 'p2'\n`;
    await writeFile(join(folder, 'request.ps1'), `\ufeff${secrets}${lines}`);
    const { code, errors } = await runProgram(folder, 'pwsh', [
      '-NoProfile',
      '-File',
      'request.ps1',
    ]);
    expect(code, errors).toBe(0);
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.method).toBe('QUERY');
    expect(arrived[0]?.url).toMatch(/\?state=\$A&q=p%261$/);
    expect(arrived[0]?.body.toString()).toBe(text);
    expect(arrived[0]?.headers).toMatchObject({ 'x-pass': 'p2' });
  });
});

describe('with a certificate', () => {
  const passphrase = `p "a" 's' $s`;
  let demo: Awaited<ReturnType<typeof startTestDemo>>;
  beforeAll(async () => {
    demo = await startTestDemo();
    await writeFile(join(folder, authoritiesFile), demo.authorityPem);
    const { keyPem, certificatePem } = await demo.inspect.issueCertificate({
      ...{ commonName: 'program', purpose: 'client' },
    });
    await writeFile(join(folder, 'plain.pem'), `${certificatePem}${keyPem}`);
    const cipher = 'aes-256-cbc';
    const sealed = createPrivateKey(keyPem).export({
      ...{ type: 'pkcs8', format: 'pem', cipher, passphrase },
    });
    await writeFile(join(folder, 'sealed.pem'), `${certificatePem}${sealed.toString()}`);
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  test.each(fromBash.filter((caller) => there[caller]))('%s asks the demo', async (caller) => {
    for (const encrypted of caller === 'curl' ? [false] : [false, true]) {
      const exact = exactOf({
        method: 'GET',
        url: `${demo.webApiUrl}/status/`,
        certificate: true,
      });
      const certificate = encrypted ? 'sealed.pem' : 'plain.pem';
      const use = asked(exact, null, { certificate, encrypted, ownAuthorities: true });
      const { code, output, errors } = await run(caller, use, `${passphrase}\n`);
      expect(code, errors).toBe(0);
      expect(output).toContain('"machine"');
    }
  });
});
