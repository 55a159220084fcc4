import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { hostileTexts } from '../../support/files/hostile-texts.ts';

/** What a server answers, whatever it was asked. */
export interface HostileAnswer {
  readonly name: string;
  give(response: ServerResponse): void;
}

const kilo = 1024;
const mega = kilo * kilo;
/** Just below bounds that readers have, and above all of them. */
const sizes = [250 * kilo, 500 * kilo, 1000 * kilo, 60 * kilo, 1500 * kilo];
const texts = [...hostileTexts(64 * kilo)].concat([...hostileTexts(1000 * kilo)]);
const statuses = [200, 200, 200, 201, 400, 401, 403, 404, 422, 429, 500, 503];
const types = [
  'application/json',
  'application/json; charset=utf-16le',
  'text/html',
  'text/event-stream',
  'application/jwt',
  'multipart/form-data; boundary=x',
  '',
];

/** Shapes that a reader takes for what it expects, each of about so many bytes. */
function shapes(size: number): [string, string][] {
  const many = (unit: string): string[] =>
    Array(Math.floor((size - 100) / (unit.length + 1))).fill(unit);
  const numbered = (unit: (at: number) => string): string[] =>
    Array.from({ length: Math.floor((size - 100) / (unit(10_000).length + 1)) }, (_, at) =>
      unit(at),
    );
  const nested = (open: string, close: string, depth: number) =>
    open.repeat(depth) + close.repeat(depth);
  const long = 'x'.repeat(size - 200);
  const third = 'x'.repeat((size - 200) / 3);
  const call = (at: number): string =>
    `data: {"choices":[{"delta":{"tool_calls":[{"index":${at},"id":"i${at}","function":{"name":"calculator","arguments":"("}}]}}]}\n\n`;
  return [
    ['nested lists', nested('[', ']', size / 2)],
    ['nested records', nested('{"a":', '', size / 5)],
    ['deep in a list', `[${nested('{"machine":[', ']}', size / 20)}]`],
    ['deep in a machine', `[{"machine":"m","status":"OK","x":${nested('[', ']', size / 2 - 20)}}]`],
    ['numbers', `[${many('0').join(',')}]`],
    ['many machines', `[${many('{"machine":"m","status":"OK"}').join(',')}]`],
    ['empty machines', `[${many('{}').join(',')}]`],
    ['one machine, long', `[{"machine":"${third}","status":"${third}"}]`],
    ['one machine, many fields', `[{${numbered((at) => `"k${at}":[${at}]`).join(',')}}]`],
    ['many models', `{"data":[${numbered((at) => `{"id":"m${at}"}`).join(',')}]}`],
    ['names of models', `[${numbered((at) => `"m${at}"`).join(',')}]`],
    ['models, each with fields', `{"data":[${many('{"id":"m","a":{"b":[1,2,3]}}').join(',')}]}`],
    ['one model, long', `{"data":[{"id":"${long}"}]}`],
    ['many keys', `{${numbered((at) => `"k${at}":${at}`).join(',')}}`],
    [
      'prototype keys',
      '[{"__proto__":{"machine":"x"},"constructor":1,"machine":"m","status":"OK"}]',
    ],
    ['one event, long', `data: {"choices":[{"delta":{"content":"${long}"}}]}\n\n`],
    ['many events', many('data: {"choices":[{"delta":{"content":"a "}}]}\n\n').join('')],
    ['many choices', `data: {"choices":[${many('{"delta":{"content":"a "}}').join(',')}]}\n\n`],
    [
      'many parts',
      `data: {"choices":[{"delta":{"content":[${many('{"text":"a "}').join(',')}]}}]}\n\n`,
    ],
    ['many empty events', many('data:\n\n').join('')],
    ['many comments', many(':\n').join('')],
    ['a line without end', `data: ${long}`],
    ['many lines of one event', many('data: a\n').join('')],
    ['one tool call in pieces', many(call(0)).join('')],
    ['many tool calls', numbered(call).join('')],
    [
      'a completion, long',
      `{"choices":[{"message":{"role":"assistant","content":"${long}"},"finish_reason":"stop"}]}`,
    ],
    ['errors in errors', `{"error":{"message":${nested('{"error":', '', size / 10)}`],
    ['an error, long', `{"error":{"message":"${third}","code":"${third}"}}`],
    [
      'metadata, long',
      `{"issuer":"${third}","authorization_endpoint":"${third}","token_endpoint":"x"}`,
    ],
    ['scopes', `{"issuer":"x","scopes_supported":[${many('"openid"').join(',')}]}`],
    ['tokens, long', `{"access_token":"${third}","id_token":"${third}","token_type":"bearer"}`],
    [
      'token with dots',
      `{"access_token":"a","id_token":"${'.'.repeat(size / 2)}","token_type":"bearer"}`,
    ],
    [
      'token with many claims',
      `{"access_token":"a","id_token":"e30.${Buffer.from(
        `{${numbered((at) => `"k${at}":0`).join(',')}}`,
      )
        .toString('base64url')
        .slice(0, size / 2)}.a"}`,
    ],
    [
      'keys',
      `{"keys":[${numbered((at) => `{"kty":"RSA","kid":"k${at}","n":"AQAB","e":"AQAB","use":"sig","alg":"RS256"}`).join(',')}]}`,
    ],
    [
      'keys of one name',
      `{"keys":[${many('{"kty":"RSA","kid":"k1","n":"AQAB","e":"AQAB","alg":"RS256"}').join(',')}]}`,
    ],
    [
      'one key, long',
      `{"keys":[{"kty":"RSA","kid":"k1","n":"${third}","e":"${third}","alg":"RS256"}]}`,
    ],
    [
      'clients',
      `[${numbered((at) => `{"clientId":"a${at}","redirectUris":["http://a/*"]}`).join(',')}]`,
    ],
    [
      'one client, many redirects',
      `[{"clientId":"a","redirectUris":[${many('"http://a/*"').join(',')}]}]`,
    ],
    [
      'one client, many attributes',
      `[{"clientId":"a","attributes":{${numbered((at) => `"k${at}":"v"`).join(',')}}}]`,
    ],
    ['one client, wrong redirects', `[{"clientId":"a","redirectUris":[${many('0').join(',')}]}]`],
    [
      'a registered client',
      `{"client_id":"a","client_secret":"b","redirect_uris":[${many('"http://a/*"').join(',')}]}`,
    ],
    ['a registered client, wrong', `{"client_id":"a","redirect_uris":[${many('0').join(',')}]}`],
    ['a page of forms', many('<form action="a">').join('')],
    ['numbers with digits', `[${'9'.repeat(size)}]`],
    ['escapes in a text', `["${many('\\u0000').join('')}"]`],
    ['half characters', `["${many('\\ud800').join('')}"]`],
    ['no text at all', '\ufffd\ufeff\u0000'.repeat(size / 7)],
  ];
}

/** Whether an answer is what it says: encoded otherwise, cut, dripped, or without an end. */
const ways: readonly [string, (response: ServerResponse, body: Buffer, head: Head) => void][] = [
  ['', plain],
  ['', plain],
  [
    'in small pieces',
    (response, body, head) => {
      response.writeHead(head.status, head.headers);
      for (let at = 0; at < Math.min(body.length, 60_000); at += 30)
        response.write(body.subarray(at, at + 30));
      response.end();
    },
  ],
  [
    'without an end',
    (response, body, head) => {
      response.writeHead(head.status, head.headers);
      const more = (): void => {
        while (!response.destroyed && response.write(body.length === 0 ? ' ' : body));
      };
      response.on('drain', more);
      more();
    },
  ],
  [
    'cut',
    (response, body, head) => {
      response.writeHead(head.status, { ...head.headers, 'content-length': body.length + 10 });
      response.write(body, () => response.destroy());
    },
  ],
  [
    'as a bomb',
    (response, _, head) => {
      response.writeHead(head.status, { ...head.headers, 'content-encoding': 'gzip' });
      response.end(bomb());
    },
  ],
  [
    'by brotli',
    (response, body, head) => {
      response.writeHead(head.status, { ...head.headers, 'content-encoding': 'br' });
      response.end(brotliCompressSync(body.subarray(0, 50_000)));
    },
  ],
  [
    'as UTF-16',
    (response, body, head) => {
      plain(response, Buffer.from(body.toString('latin1'), 'utf16le'), head);
    },
  ],
];

interface Head {
  readonly status: number;
  readonly headers: Record<string, string>;
}

function plain(response: ServerResponse, body: Buffer, { status, headers }: Head): void {
  response.writeHead(status, headers).end(body);
}

let made: Buffer | undefined;
/** 100 MB of blanks in 100 KB. */
function bomb(): Buffer {
  made ??= gzipSync(Buffer.alloc(100 * mega, ' '));
  return made;
}

/**
 * The same answers in every run: all shapes of a size as they are, then other sizes, ways and texts. A short
 * run has some of each.
 */
export function* hostileAnswers(count: number, of = 500): Generator<HostileAnswer> {
  const made = new Map<number, [string, string][]>();
  const shapesOf = (size: number): [string, string][] => {
    const known = made.get(size) ?? shapes(size);
    made.set(size, known);
    return known;
  };
  const step = Math.max(1, of / count);
  for (let turn = 0; turn < count; turn++) yield answerAt(Math.floor(turn * step) + 3, shapesOf);
}

function answerAt(at: number, shapesOf: (size: number) => [string, string][]): HostileAnswer {
  const kinds = shapesOf(sizes[0] ?? mega).length;
  const round = Math.floor(at / kinds);
  // The first rounds are nothing but shapes, one size each.
  const isPlain = round < 3;
  const size = sizes[isPlain ? round : at % sizes.length] ?? mega;
  const isShape = isPlain || at % 4 < 2;
  const [what, content] = (isShape
    ? shapesOf(size)[at % kinds]
    : texts[(at * 7) % texts.length]) ?? ['', ''];
  const [how, give] = (isPlain ? undefined : ways[at % ways.length]) ?? ['', plain];
  const status = isPlain ? 200 : (statuses[at % statuses.length] ?? 200);
  const usual = content.startsWith('data') ? 'text/event-stream' : 'application/json';
  const type = isPlain ? usual : (types[at % types.length] ?? '');
  const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
  if (at % 11 === 3) headers['retry-after'] = '9'.repeat(1000);
  if (at % 13 === 5) headers['www-authenticate'] = `Bearer ${'a="b", '.repeat(1000)}`;
  const said = [`${at}:`, what, how, `${content.length} characters,`, status, type];
  return {
    name: said.filter((word) => word !== '').join(' '),
    give: (response) => give(response, Buffer.from(content), { status, headers }),
  };
}
