import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authoritiesFile } from '../../../../renderer/features/systems/elsewhere/authorities.ts';
import {
  environment,
  programs,
  type ServiceSettings,
  snippet,
} from '../../../../renderer/features/systems/elsewhere/snippets.ts';
import { shells } from '../../../../renderer/kit/shells.ts';
import { hasBash } from '../../../support/bash.ts';
import { cmdArguments, powershellArguments } from '../../../support/processes/command-lines.ts';
import { runProgram } from '../../../support/processes/other-programs.ts';
import { startTestDemo } from '../../demo/demo-support.ts';

const hasCurl = hasBash && spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.log('skipped: the curl snippet (curl is missing)');

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let folder: string;
let settings: ServiceSettings;

beforeAll(async () => {
  demo = await startTestDemo();
  folder = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await writeFile(join(folder, authoritiesFile), demo.authorityPem);
  settings = { baseUrl: `${demo.genaiUrl}/v1`, model: 'beta-k3', ownAuthorities: true };
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Runs it where the authorities lie, with no other settings of OpenAI. */
const run = (command: string, args: readonly string[], input = '', key = demo.apiKey) =>
  runProgram(folder, command, args, { input, env: key === '' ? {} : { OPENAI_API_KEY: key } });

describe('what is written for other programs runs against the demo', () => {
  test.skipIf(!hasCurl)('curl', async () => {
    const { code, output, errors } = await run('bash', ['-c', snippet('curl', 'bash', settings)]);
    expect(errors).not.toContain('curl: (');
    expect(code).toBe(0);
    expect(output).toContain('data: [DONE]');
    expect(output).toContain('"beta-k3"');
  });

  test.skipIf(!hasCurl)('curl says so when the key is refused', async () => {
    const command = snippet('curl', 'bash', settings);
    const { code, output } = await run('bash', ['-c', command], '', 'sk-wrong-key');
    expect(code).toBe(22);
    expect(output).toMatch(/error/i);
  });

  test.skipIf(!hasCurl)('the environment of bash asks for the key, and curl takes it', async () => {
    const script = `${environment('bash', settings)}\n${snippet('curl', 'bash', settings)}`;
    const { code, output } = await run('bash', ['-c', script], `${demo.apiKey}\n`, '');
    expect(code).toBe(0);
    expect(output).toContain('data: [DONE]');
  });
});

test.skipIf(!hasBash)('quotes in a model or an address stay text', () => {
  const odd = { baseUrl: "https://h/it's$(id)/v1", model: `a'b"c\\d$(id)`, ownAuthorities: false };
  const { stdout } = spawnSync('bash', [
    '-c',
    `curl() { printf '%s\\n' "$@"; }\n${snippet('curl', 'bash', odd)}`,
  ]);
  const args = stdout.toString().split('\n');
  expect(args).toContain(`${odd.baseUrl}/chat/completions`);
  const body = args.find((line) => line.startsWith('{')) ?? '';
  expect(JSON.parse(body)).toMatchObject({ model: odd.model });
  expect(environment('powershell', odd)).toContain("'https://h/it''s$(id)/v1'");
  expect(snippet('node', 'bash', odd)).toContain(JSON.stringify(odd.model));
});

test('curl is told the same by PowerShell and by cmd', () => {
  const model = `日本語 "quoted" %PATH% it's`;
  const given = { ...settings, model };
  const body = { model, messages: [{ role: 'user', content: 'Hello' }], stream: true };
  const said = (data: string) => [
    ...['--no-buffer', '--fail-with-body', '--cacert', authoritiesFile],
    ...['--ssl-revoke-best-effort', `${settings.baseUrl}/chat/completions`],
    ...['--header', 'Content-Type: application/json', '--variable', '%OPENAI_API_KEY'],
    ...['--expand-header', 'Authorization: Bearer {{OPENAI_API_KEY}}', '--data', data],
  ];
  const [cmdProgram, ...cmd] = cmdArguments(snippet('curl', 'cmd', given).trimEnd(), {
    PATH: 'C:\\Windows',
  });
  expect(cmdProgram).toBe('curl');
  const json = cmd.at(-1) ?? '';
  expect(cmd).toEqual(said(json));
  expect(JSON.parse(json)).toEqual(body);
  const [text = '', line = ''] = snippet('curl', 'powershell', given).split("\n'@ | ");
  expect(JSON.parse(text.replace("@'\n", ''))).toEqual(body);
  expect(text).toMatch(/^[ -~\n]*$/);
  for (const version of ['5.1', '7.3'] as const) {
    const [program, ...words] = powershellArguments(line.trimEnd(), version);
    expect(program).toBe('curl.exe');
    expect(words).toEqual(said('@-'));
  }
});

test('no text holds a key, and only systems with authorities of their own name their file', () => {
  for (const ownAuthorities of [true, false]) {
    const given = { ...settings, ownAuthorities };
    const texts = [
      ...shells.map((shell) => environment(shell, given)),
      ...programs.flatMap((program) =>
        program === 'tool' ? [] : shells.map((shell) => snippet(program, shell, given)),
      ),
    ];
    expect(texts.join('\n')).not.toContain('sk-');
    for (const text of texts) expect(text.includes(authoritiesFile)).toBe(ownAuthorities);
  }
});
