import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { command, quoted, setting } from '../../../renderer/kit/shells.ts';
import { hasBash } from '../../support/bash.ts';
import { cmdArguments, powershellArguments } from '../../support/processes/command-lines.ts';

const hostile = [
  'plain.pem',
  'my certificate.pem',
  `it's "quoted".pem`,
  '証明書（本番）.pem',
  '100%.pem',
  '%PATH%.pem',
  '%PATH:~0,2%%%TEMP%',
  '$HOME $(id) `id`.pem',
  '‘typographic’ ‚quotes‛.pem',
  'a&b|c<d>e^f(g)!h;i,j=k.pem',
  'C:\\Users\\Taro Yamada\\a.pem',
  'back\\"slash\\\\',
];
const variables = { PATH: 'C:\\Windows', TEMP: 'C:\\Temp', A: 'expanded', '': 'empty' };
const odd = fc.string({
  unit: fc.constantFrom(...'aAb %$`\'"^&|<>()!;,=\\~:‘’‚‛鍵ン', 'PATH', '%A%', '😀'),
  minLength: 1,
  maxLength: 12,
});

/** Many texts in one start of bash. */
function throughBash(texts: readonly string[]): string[] {
  const script = `printf '%s\\0' ${texts.map((text) => quoted('bash', text)).join(' ')}`;
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

describe('any text arrives as one argument', () => {
  test.skipIf(!hasBash)('in bash', () => {
    const texts = [...hostile, ...fc.sample(odd, 500)];
    expect(throughBash(texts)).toEqual(texts);
  });

  test('in cmd, with variables that the text seems to name', () => {
    const check = (text: string) => {
      const line = `curl --cert ${quoted('cmd', text)} end`;
      expect(cmdArguments(line, variables)).toEqual(['curl', '--cert', text, 'end']);
    };
    hostile.forEach(check);
    fc.assert(fc.property(odd, check));
  });

  test('in PowerShell of either way to call programs: all but double quotes, which it hands on in two ways', () => {
    const check = (text: string) => {
      for (const version of ['5.1', '7.3'] as const) {
        expect(powershellArguments(`curl.exe ${quoted('powershell', text)} end`, version)).toEqual([
          'curl.exe',
          text,
          'end',
        ]);
      }
    };
    const possible = (text: string) => !text.includes('"') && !text.endsWith('\\');
    hostile.filter(possible).forEach(check);
    fc.assert(fc.property(odd.filter(possible), check));
  });
});

test('a command of several lines is one', () => {
  const parts = ['curl --silent', '--header x', 'https://example.org/'];
  const words = ['curl', '--silent', '--header', 'x', 'https://example.org/'];
  expect(cmdArguments(command('cmd', parts), {})).toEqual(words);
  expect(powershellArguments(command('powershell', parts), '5.1')).toEqual(words);
  if (!hasBash) return;
  const { stdout } = spawnSync('bash', [
    '-c',
    `curl() { printf '%s\\n' curl "$@"; }\n${command('bash', parts)}`,
  ]);
  expect(stdout.toString().trim().split('\n')).toEqual(words);
});

test('a variable gets the very value', () => {
  for (const text of hasBash ? hostile : []) {
    const script = `${setting('bash', 'VALUE', text)}\nprintf %s "$VALUE"`;
    expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout).toBe(text);
  }
  // `set` takes the text between its first and its last quote
  expect(setting('cmd', 'URL', 'https://h/v1')).toBe('set "URL=https://h/v1"');
  expect(setting('cmd', 'URL', 'https://h/%41%42')).toBe('set ^"URL=https://h/^%^41^%^42^"');
  expect(setting('powershell', 'URL', "https://h/it's")).toBe("$env:URL = 'https://h/it''s'");
});
