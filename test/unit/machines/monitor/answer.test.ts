import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMachines } from '../../../../main/machines/monitor/answer.ts';
import { AppError } from '../../../../preload/contract/errors.ts';

const read = (value: unknown) => readMachines(JSON.stringify(value), 'https://api.example/web');
const failure = (text: string): AppError => {
  try {
    readMachines(text, 'https://api.example/web');
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was read');
};

test('an array of records is read, other fields kept', () => {
  const records = [
    { machine: 'fugaku', status: 'OK' },
    { status: 'NG', machine: 'prepost', note: 'x', load: [1, 2] },
  ];
  expect(read(records)).toEqual([
    { name: 'fugaku', status: 'OK', record: records[0] },
    { name: 'prepost', status: 'NG', record: records[1] },
  ]);
  expect(read([])).toEqual([]);
});

test('what is not a string is shown as text, what is missing as nothing', () => {
  expect(
    read([{ machine: 7, status: false }, { status: null }, { machine: 'a', status: { x: 1 } }]),
  ).toEqual([
    { name: '7', status: 'false', record: { machine: 7, status: false } },
    { name: '', status: '', record: { status: null } },
    { name: 'a', status: '{"x":1}', record: { machine: 'a', status: { x: 1 } } },
  ]);
});

test('one list of records inside an object is that list, two are a question', () => {
  const list = [{ machine: 'a', status: 'OK' }];
  expect(read({ count: 1, machines: list })).toHaveLength(1);
  const two = failure(JSON.stringify({ here: list, there: list }));
  expect(two).toMatchObject({
    code: 'answer-shape',
    details: { found: 'object with here, there' },
  });
});

test.each([
  ['{"a":"OK"}', 'object with a'],
  ['{}', 'empty object'],
  ['"OK"', 'string'],
  ['null', 'null'],
  ['["a","b"]', 'array of string'],
])('%s is of another shape: %s', (text, found) => {
  expect(failure(text)).toMatchObject({
    code: 'answer-shape',
    details: { host: 'api.example', found },
  });
});

test.each([
  ['<html><body>Sign in</body></html>', 'html'],
  ['[{"machine":', 'text'],
  ['', 'empty'],
])('%s is not JSON: %s', (text, found) => {
  expect(failure(text)).toMatchObject({ code: 'answer-not-json', details: { found } });
});

test('a byte order mark does no harm', () => {
  expect(readMachines('\uFEFF[]', 'https://api.example/web')).toEqual([]);
});

test('any JSON is either read or refused with a code', async () => {
  await fc.assert(
    fc.property(fc.json(), (text) => {
      try {
        for (const { name, status } of readMachines(text, 'https://h/')) {
          expect(typeof name + typeof status).toBe('stringstring');
        }
      } catch (error) {
        expect(error).toMatchObject({ code: 'answer-shape' });
      }
    }),
  );
});

test('five thousand machines are read, more than six thousand are too many', () => {
  const machines = (count: number): string => `[${Array(count).fill('{}').join(',')}]`;
  expect(readMachines(machines(5000), 'https://api.example/web')).toHaveLength(5000);
  expect(failure(machines(6_001)).code).toBe('answer-too-large');
});

test('lists and records of fifty levels are read, of more refused, whatever the depth', () => {
  const deep = (levels: number): string =>
    `[{"machine":"m","status":"OK","x":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}]`;
  expect(readMachines(deep(50), 'https://api.example/web')).toHaveLength(1);
  for (const levels of [51, 300, 100_000]) {
    expect(failure(deep(levels))).toMatchObject({
      code: 'answer-shape',
      details: { found: 'more than 50 levels' },
    });
  }
});
