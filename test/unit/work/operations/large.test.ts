import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLists } from '../../../../main/work/operations/large.ts';
import type { ApiAnswer } from '../../../../main/work/operations/types.ts';
import { parseBody } from '../../../../main/work/operations/values.ts';

const answerOf = (text: string): ApiAnswer => ({
  ...{ status: 200, headers: {}, url: 'https://api.example.org/jobs' },
  body: Buffer.from(text),
});
const padding = ' '.repeat(300_000);
/** Long enough to be read in stretches. */
const parsed = (text: string) => parseLists(answerOf(`${text}${padding}`));

/** A list of about so many megabytes, as slurmrestd tells jobs. */
function jobsOf(megabytes: number): string {
  const record = { name: 'a "job" {[,]} \\', state: ['RUNNING'], array: { id: 1, tasks: [] } };
  const one = JSON.stringify({
    ...record,
    environment: Array.from({ length: 60 }, () => 'X=日本'),
  });
  const many = Math.floor((megabytes * 1024 * 1024) / Buffer.byteLength(one));
  return `{"meta":{"list":[[1]]},"errors":[],"jobs":[${Array.from({ length: many }, () => one).join(',')}]}`;
}

test('a long list is what it is when it is parsed at once, and others get their turns meanwhile', async () => {
  const answer = answerOf(jobsOf(2));
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const value = await parseLists(answer);
  isOver = true;
  expect(value).toEqual(parseBody(answer));
  expect(turns).toBeGreaterThan(6);
});

test('any value is read as it is when it is parsed at once', async () => {
  const long = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 10 });
  const value = fc.oneof(fc.jsonValue(), long, fc.dictionary(fc.string(), long));
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(0, 1, '\t'), async (one, space) => {
      const text = JSON.stringify(one, null, space);
      expect(await parsed(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 40 },
  );
});

describe('what is no JSON is none', () => {
  const damaged = [
    '[1,]',
    '[,1]',
    '[1,,2]',
    '{"a":[1,]}',
    '[1}',
    '{"a":[1}',
    '[1]]',
    '[1][2]',
  ].concat(
    ['[', '{"a":[', '[1 2]', '["a]', '{"a":[{]}]}', '[1,2', '{"a":[}', '{"a":[1],}', '[0],[1]'],
    ['\u0000[1]', '[\ufeff1]', '', '<html>'],
  );
  test.each(damaged)('%j', async (text) => {
    await expect(parsed(text)).rejects.toMatchObject({ code: 'answer-not-json' });
  });

  const long = `"${'x'.repeat(100_000)}"`;
  test.each([`[${long},]`, `[${long},,1]`, `[${long}`, `{"a":[${long},1}`, `[${long},1]]`])(
    'behind items that were parsed already: %#',
    async (text) => {
      await expect(parsed(text)).rejects.toMatchObject({ code: 'answer-not-json' });
    },
  );

  test('nor is a long one with a character taken out or put in anywhere', async () => {
    const item = '{"a":["b\\"",{"c":[]}],"d":-1.5e3}';
    const text = `{"e":[${item},${item}],"f":{"g":[${item}]},"h":[]}`;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length - 1),
        fc.constantFrom('', '[', ']', '{', '}', ',', '"', '\\', ' ', '1'),
        async (at, put) => {
          const other = text.slice(0, at) + put + text.slice(at + 1);
          const expected = isJson(other) ? JSON.parse(other) : 'answer-not-json';
          const found = await parsed(other).catch((error: { code: string }) => error.code);
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('what is too large to be parsed at once is named', () => {
  const large = 'x'.repeat(3 * 1024 * 1024);
  test.each([
    ['one record', `[${JSON.stringify({ large })}]`],
    ['a text', JSON.stringify(large)],
    ['what is around the lists', JSON.stringify({ large, jobs: [] })],
    ['a list in a record', JSON.stringify({ jobs: { all: [large] } })],
    ['more items than there are jobs', `[${'1,'.repeat(1_000_001)}1]`],
  ])('%s', async (_, text) => {
    await expect(parsed(text)).rejects.toMatchObject({
      ...{ code: 'answer-too-large', details: { host: 'api.example.org' } },
    });
  });

  test('nesting is as limited as anywhere', async () => {
    const nested = (levels: number) => `{"jobs":[${'['.repeat(levels)}${']'.repeat(levels)}]}`;
    expect(await parsed(nested(48))).toBeTruthy();
    await expect(parsed(nested(49))).rejects.toMatchObject({ code: 'answer-not-json' });
  });
});
