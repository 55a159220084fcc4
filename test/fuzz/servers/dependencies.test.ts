import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { createParser } from 'eventsource-parser';
import * as oauth from 'oauth4webapi';
import { Cookie } from 'tough-cookie';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readNames } from '../../../main/base/x509/server-chain/index.ts';
import { createCookies } from '../../../main/systems/sign-in/cookies.ts';
import { filesBelow } from '../../../scripts/check/files.ts';
import { measureProcessorSlowness } from '../../../scripts/lanes/slowness.ts';
import { root } from '../../../scripts/toolchain.mjs';
import { processorTime } from '../../support/processor-time.ts';
import { noteTotal } from '../../support/totals.ts';
import { longestHold } from './holds.ts';
import { hostileCertificates } from './hostile-certificates.ts';

/** A package that main uses, and what of it meets words of others. */
interface Meeting {
  /** What it is given, and the bound that stands before it. */
  readonly given: string;
  /** Nothing: what it is given is the app's own, or it runs beside main. */
  readonly tries: readonly (readonly [name: string, work: () => unknown])[];
}

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
/** What is none is refused with an error. */
const parseJSONRPCMessageOrNot = (value: unknown): unknown => {
  try {
    return parseJSONRPCMessage(value);
  } catch (error) {
    return error;
  }
};

const kilo = 1024;
/** All that undici takes of an answer's headers. */
const headers = 16 * kilo;
const cookieLines: readonly (readonly [string, string])[] = [
  ['blanks', `a=b;${' '.repeat(headers)}`],
  ['blanks before an equals sign', `a${' '.repeat(headers)}=b`],
  ['semicolons', `a=b${';'.repeat(headers)}`],
  ['paths', `a=b${'; Path=/'.repeat(headers / 8)}`],
  ['a date of digits', `a=b; Expires=${'1'.repeat(headers)}`],
  ['a date of words', `a=b; Expires=${'Jan 1 01:01:01 '.repeat(headers / 15)}`],
  ['a date of delimiters', `a=b; Expires=${'-,/ '.repeat(headers / 4)}`],
  ['a domain of dots', `a=b; Domain=${'a.'.repeat(headers / 2)}`],
  ['a number', `a=b; Max-Age=${'9'.repeat(headers)}`],
];

/** Fed as it comes from a socket. */
function events(text: string): void {
  const parser = createParser({ maxBufferSize: 1088 * kilo, onEvent: () => undefined });
  for (let at = 0; at < text.length; at += 64 * kilo) parser.feed(text.slice(at, at + 64 * kilo));
}

function token(claims: string): string {
  const part = (text: string): string => Buffer.from(text).toString('base64url');
  return `${part('{"alg":"RS256"}')}.${part(claims)}.${part('x'.repeat(256))}`;
}
const provider = { issuer: 'https://id.example' };
const client = { client_id: 'app' };
const json = (body: string): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' } });
const tokens = (idToken: string): Promise<unknown> =>
  oauth
    .processAuthorizationCodeResponse(
      provider,
      client,
      json(`{"access_token":"a","token_type":"bearer","id_token":"${idToken}"}`),
    )
    .catch(() => undefined);

const described = z.object({ files: z.array(z.object({ name: z.string().max(9) })).max(100) });

/** Every package that main imports. */
const meetings: Readonly<Record<string, Meeting>> = {
  'tough-cookie': {
    given:
      'Set-Cookie of the provider’s pages: 8 KB each, 180 of them, by main/systems/sign-in/cookies.ts',
    tries: [
      ...cookieLines.map(([name, line]) => [name, () => Cookie.parse(line)] as const),
      [
        '180 cookies and as many in their place',
        async () => {
          const cookies = createCookies();
          const lines = (word: string) => Array.from({ length: 180 }, (_, at) => `${word}${at}=1`);
          await cookies.keep(lines('a'), 'https://id.example/');
          await cookies.keep(lines('b'), 'https://id.example/');
          await cookies.of('https://id.example/');
        },
      ],
    ],
  },
  'eventsource-parser': {
    given: 'streamed answers, 1,088 KB of one event, in pieces of 64 KB as sockets give them',
    tries: [
      ['an event without an end', () => events(`data: ${'x'.repeat(1000 * kilo)}`)],
      ['empty lines', () => events('\n'.repeat(64 * kilo))],
      ['carriage returns', () => events('\r'.repeat(64 * kilo))],
      ['colons', () => events(`${':'.repeat(64 * kilo)}\n`)],
      ['lines of one event', () => events('data: a\n'.repeat(8 * kilo))],
      ['fields', () => events('id: a\nevent: b\nretry: 1\n'.repeat(2 * kilo))],
    ],
  },
  oauth4webapi: {
    given:
      'JSON of 192 and 512 KB that nests 50 levels at most; no header but its type (provider/fetch.ts)',
    tries: [
      ['claims', () => tokens(token(`{"a":[${'0,'.repeat(60 * kilo)}0]}`))],
      ['a token of dots', () => tokens('.'.repeat(180 * kilo))],
      ['a token of one letter', () => tokens('a'.repeat(180 * kilo))],
      [
        'metadata',
        () =>
          oauth
            .processDiscoveryResponse(
              new URL(provider.issuer),
              json(
                `{"issuer":"https://id.example","scopes_supported":["${'a","'.repeat(120 * kilo)}"]}`,
              ),
            )
            .catch(() => undefined),
      ],
    ],
  },
  '@modelcontextprotocol/server': {
    given: 'messages of programs with a key, of 4 MB and 50 levels at most',
    tries: [
      [
        'a long list',
        () => parseJSONRPCMessage({ ...call, params: { a: Array(100_000).fill(0) } }),
      ],
      ['what is no message', () => parseJSONRPCMessageOrNot(Array(100_000).fill(call))],
    ],
  },
  zod: {
    given: 'what was parsed of 512 KB; of lists that are longer than its bounds nothing is told',
    tries: [
      [
        'a list of what is none',
        () =>
          described.safeParse({
            files: Array.from({ length: 100 }, () => ({ name: 'x'.repeat(9_999) })),
          }),
      ],
      [
        'a list that is too long',
        () => described.safeParse({ files: Array.from({ length: 40_000 }, () => ({ name: 1 })) }),
      ],
    ],
  },
  '@modelcontextprotocol/client': {
    given:
      'lines and answers of tool servers, bounded before (stdio.ts, http.ts): test/integration/chat/tool-servers/hostile.test.ts has it read them',
    tries: [],
  },
  '@scalar/openapi-upgrader': {
    given: 'descriptions of APIs, in a process of their own that is ended after its time',
    tries: [],
  },
  '@scalar/openapi-validator': {
    given: 'descriptions of APIs, in a process of their own that is ended after its time',
    tries: [],
  },
  yaml: {
    given: 'descriptions of APIs, in a process of their own that is ended after its time',
    tries: [],
  },
  undici: {
    given:
      'answers and their headers, 16 KB by its parser: test/fuzz/servers/servers.test.ts has it read them',
    tries: [],
  },
  ws: {
    given:
      'frames of the app’s own tabs, and of strangers (test/integration/hosts/strangers.thorough.test.ts)',
    tries: [],
  },
  '@peculiar/asn1-schema': { given: 'what the demo writes, in its own process', tries: [] },
  '@peculiar/asn1-x509': { given: 'what the demo writes, in its own process', tries: [] },
  'oidc-provider': { given: 'requests to the demo, in its own process', tries: [] },
  conf: { given: 'the app’s own settings', tries: [] },
  'electron-store': { given: 'the app’s own settings', tries: [] },
  electron: { given: 'the operating system’s words', tries: [] },
};

test('every package that main uses stands in the list, with what it is given', async () => {
  const files = await filesBelow(root, ['main'], ['.ts']);
  const used = new Set(
    files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const imports = text.matchAll(/(?: from |^import |import\()'((?!node:|\.)[^']+)'(?:;$|\))/gm);
      return [...imports].map(([, name = '']) => name.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? '');
    }),
  );
  expect([...used].sort()).toEqual(Object.keys(meetings).sort());
});

test.each(Object.entries(meetings).filter(([, { tries }]) => tries.length > 0))(
  '%s: no words of others hold main up',
  async (name, { tries }) => {
    const slowness = measureProcessorSlowness();
    const tooLong: string[] = [];
    let longest = 0;
    for (const [what, work] of tries) {
      let least = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < 3; turn++) least = Math.min(least, (await timeOf(work)) / slowness);
      longest = Math.max(longest, least);
      if (least > longestHold) tooLong.push(`${what}: ${least.toFixed(0)} ms`);
    }
    noteTotal({
      what: `words of others to: ${name}`,
      tried: tries.length,
      found: `${longest.toFixed(0)} ms at most`,
    });
    expect(tooLong).toEqual([]);
  },
);

test('our own reader of the names in certificates holds nobody up', () => {
  const slowness = measureProcessorSlowness();
  const tooLong = hostileCertificates(120).flatMap(({ name, chain }) => {
    const [der = Buffer.alloc(0)] = chain();
    const time =
      Math.min(...[1, 2, 3].map(() => processorTime(() => void readNames(der)))) / slowness;
    return time > longestHold ? [`${name}: ${time.toFixed(0)} ms`] : [];
  });
  expect(tooLong).toEqual([]);
});

/** Its processor time, in one go or in several, ms. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
