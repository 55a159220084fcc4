import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { snippetOf } from '../../../../renderer/features/systems/clients/snippets.ts';
import { environment, snippet } from '../../../../renderer/features/systems/elsewhere/snippets.ts';
import {
  callers,
  statusEnvironment,
  statusSnippet,
} from '../../../../renderer/features/systems/elsewhere/statusSnippets.ts';
import type { shells } from '../../../../renderer/kit/shells.ts';
import { findProgram, findPython } from '../../../../scripts/lanes/needs.ts';
import { hasBash } from '../../../support/bash.ts';
import { testFolder } from '../../../support/files/folder.ts';
import {
  cmdArguments,
  cmdSetting,
  powershellArguments,
} from '../../../support/processes/command-lines.ts';
import { runProgram } from '../../../support/processes/other-programs.ts';

/**
 * Names, paths and addresses as somebody may choose them who wants that the lines which others paste do something
 * else. Each would make a file called `done` in the folder where it is acted upon.
 */
const hostile = [
  `'; touch done; '`,
  `"; touch done; "`,
  '$(touch done)',
  '`touch done`',
  '\ntouch done\n',
  '\r\ntouch done\r\n',
  `\\'; touch done; #`,
  `'\n)\ntouch done\n(\n'`,
  '\nEOF\ntouch done\n',
  `\n'@ | Out-Null; touch done; @'\n`,
  // kept back by nothing but a quote: Ctrl-C, Ctrl-U and Return, as a terminal takes them
  '\u0003\u0015\ntouch done\n',
  '\u001b[201~\ntouch done\n',
  '\u202e$(touch done)\u2028\u0085touch done',
  '‘; touch done; ’',
  '& touch done & rem ',
  '%COMSPEC% /c touch done',
  '%TEMP:~0,1% | touch done',
  '^" & touch done & "',
  '!touch! $touch $\u007btouch}',
  '🦆 鍵 \\u0027',
];
const variables = { COMSPEC: 'cmd.exe', TEMP: 'C:\\Temp', PATH: 'C:\\Windows' };

const service = (text: string) => ({
  ...{ baseUrl: `https://h.example/${text}/v1`, model: text, ownAuthorities: true },
});
const certificate = (text: string, encrypted = false) => ({
  ...{ url: `https://h.example/${text}/status/`, file: text, encrypted, ownAuthorities: true },
});
const client = (text: string) => ({ clientId: text, hasSecret: true, redirectUrl: text });
const places = (text: string) => ({
  ...{ authUrl: `https://h.example/${text}`, realmPath: `/${text}`, webApiUrl: `https://${text}` },
  ...{ header: `X-${text}`, scheme: text, ownAuthorities: true },
});

/** Everything of one text that a shell is given. */
function linesFor(shell: (typeof shells)[number], text: string): string[] {
  return [
    snippet('curl', shell, service(text)),
    environment(shell, service(text)),
    ...(['curl', 'wget'] as const).map((caller) => statusSnippet(caller, shell, certificate(text))),
    ...callers.map((caller) => statusEnvironment(shell, caller, certificate(text, true))),
    snippetOf('curl', shell, client(text), places(text)),
    snippetOf('env', shell, client(text), places(text)),
  ];
}

/** Programs that say what they were told, one argument after the other. */
const recorders = `
curl() { printf '%s\\0' "$@" >> told; }
wget() { printf '%s\\0' "$@" >> told; }
stty() { :; }
`;

describe('whatever a name, a path or an address holds', () => {
  test.skipIf(!hasBash).each(hostile)(
    'bash runs nothing of %j, and the programs are told it whole',
    async (text) => {
      const folder = testFolder();
      for (const lines of linesFor('bash', text)) {
        // as a file, and as it is pasted to a shell that reads line by line
        const typed = `${recorders}${lines}\n`;
        await runProgram(folder, 'bash', ['-c', typed], { input: 'secret\n' });
        await runProgram(folder, 'bash', ['--norc', '-s'], { input: typed });
      }
      expect(readdirSync(folder)).toEqual(['told']);
      const told = await runProgram(folder, 'cat', ['told']);
      const words = told.output.split('\0');
      expect(words).toContain(text);
      expect(words).toContain(`https://h.example/${text}/status/`);
      expect(words).toContain(`redirect_uri=${text}`);
      expect(words).toContain(`X-${text}: ${text} <ACCESS_TOKEN>`);
    },
  );

  test.each(hostile)('cmd and PowerShell act upon nothing of %j', (text) => {
    for (const shell of ['cmd', 'powershell'] as const) {
      const [, , curl = '', wget = ''] = linesFor(shell, text);
      // a reader of their rules throws where one of them would act
      const read = (lines: string): string[] =>
        shell === 'cmd'
          ? cmdArguments(lines.trimEnd(), variables)
          : powershellArguments(lines.trimEnd(), '7.3');
      const shown = [...text].map((one) => (isUnseen(one) ? ' ' : one)).join('');
      expect(read(wget)).toContain(`https://h.example/${shown}/status/`);
      expect(read(wget)).toContain(shown);
      expect(read(curl)).toContain(`https://h.example/${shown}/status/`);
      const steps = snippetOf('curl', shell, client(text), places(text)).split('\n\n');
      expect(steps).toHaveLength(5);
      expect(steps[1]).not.toContain('\n');
      for (const step of [2, 3, 4]) {
        expect(read(steps[step]?.split(/\n(.*)/s)[1] ?? '')[0]).toMatch(/^curl/);
      }
      // every line of the environment sets one variable, and of cmd to the very text
      const lines = snippetOf('env', shell, client(text), places(text)).split('\n');
      expect(lines).toHaveLength(10);
      if (shell === 'cmd') {
        expect(cmdSetting(lines[3] ?? '', variables)).toEqual({
          ...{ name: 'OIDC_CLIENT_ID', value: shown },
        });
      }
      for (const line of lines) expect(line).toMatch(/^(set |\$env:)/);
      // what is shown is what is there
      for (const all of linesFor(shell, text)) {
        expect([...all].filter((one) => one !== '\n' && isUnseen(one))).toEqual([]);
      }
    }
  });

  test.each(hostile)('settings for libraries have %j as text', (text) => {
    const json = snippetOf('json', 'bash', client(text), places(text));
    expect(JSON.parse(json)).toMatchObject({ client_id: text, redirect_uri: text });
    expect([...json].filter((one) => one !== '\n' && isUnseen(one))).toEqual([]);
  });

  const python = findPython('sys');
  test.skipIf(python === undefined)(
    'programs of Python take it for text',
    async () => {
      const folder = testFolder();
      writeFileSync(join(folder, 'stub.py'), stub);
      for (const name of ['openai', 'requests', 'httpx']) {
        writeFileSync(join(folder, `${name}.py`), 'from stub import *\n');
      }
      mkdirSync(join(folder, 'work'));
      for (const text of hostile) {
        const programs = [
          snippet('python', 'bash', service(text)),
          statusSnippet('requests', 'bash', certificate(text)),
          statusSnippet('httpx', 'bash', certificate(text)),
        ];
        for (const program of programs) {
          const script = `import ssl, stub\nssl.create_default_context = stub.told\n${program}`;
          const env = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
          const ran = await runProgram(join(folder, 'work'), python ?? '', ['-'], {
            ...{ input: script, env },
          });
          expect(ran.errors).toBe('');
          expect(JSON.parse(`[${ran.output.trim().split('\n').join(',')}]`).flat()).toContain(
            program.startsWith('import') ? `https://h.example/${text}/status/` : text,
          );
        }
      }
      expect(readdirSync(join(folder, 'work'))).toEqual([]);
    },
    60_000,
  );

  test('programs of Node.js take it for text', async () => {
    const folder = testFolder();
    const modules = join(folder, 'node_modules/openai');
    mkdirSync(modules, { recursive: true });
    writeFileSync(join(modules, 'package.json'), '{"type":"module","main":"index.js"}');
    writeFileSync(
      join(modules, 'index.js'),
      `const told = (...all) => { console.log(JSON.stringify(all)); return []; };
      export default class { constructor(all) { told(all); }
        chat = { completions: { create: told } }; }`,
    );
    for (const text of hostile) {
      writeFileSync(join(folder, 'ask.mjs'), snippet('node', 'bash', service(text)));
      const { output, errors } = await runProgram(folder, process.execPath, ['ask.mjs']);
      expect(errors).toBe('');
      const [settings, request] = output.split('\n').map((line) => JSON.parse(line || '[]'));
      expect(settings[0]?.baseURL).toBe(`https://h.example/${text}/v1`);
      expect(request[0]?.model).toBe(text);
      writeFileSync(join(folder, 'status.mjs'), statusSnippet('node', 'bash', certificate(text)));
      const status = await runProgram(folder, process.execPath, ['status.mjs']);
      // there is no such file: it got as far as reading the one that is named
      expect(status.errors).toContain('ENOENT');
    }
    expect(existsSync(join(folder, 'done'))).toBe(false);
  }, 60_000);
});

// What a terminal gives to the shell is acted upon before any quote is seen.
const script = findProgram('script');
test.skipIf(script === undefined)(
  'nor does bash at a terminal, into which it is pasted',
  async () => {
    for (const text of hostile) {
      const folder = testFolder();
      const lines = [
        recorders,
        'bind "set enable-bracketed-paste off"',
        statusSnippet('curl', 'bash', certificate(text)),
        snippetOf('curl', 'bash', { ...client(text), hasSecret: false }, places(text)),
        'touch end',
        'exit',
      ].join('\n');
      await runProgram(folder, 'script', ['--quiet', '--command', 'bash --norc -i', '/dev/null'], {
        ...{ input: `${lines}\n`, env: { TERM: 'dumb' } },
      });
      expect([text, readdirSync(folder).sort()]).toEqual([text, ['.bash_history', 'end', 'told']]);
    }
  },
  60_000,
);

const isUnseen = (one: string): boolean =>
  /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.test(one);

/** Stands in for packages: prints what each call is told. */
const stub = `
import json

class Anything:
    def __getattr__(self, name):
        return Anything()
    def __call__(self, *all, **named):
        return told(*all, **named)
    def __iter__(self):
        return iter(())
    def __str__(self):
        return ''

def told(*all, **named):
    for one in (all, list(named.values())):
        print(json.dumps(one, default=lambda other: None))
    return Anything()

get = told
OpenAI = told
`;
