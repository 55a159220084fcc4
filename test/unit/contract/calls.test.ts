import { expect, test } from 'vitest';
import { createCalls } from '../../../main/calls.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { contract } from '../../../preload/contract/index.ts';
import { recordingLog } from '../../support/worlds/recording-log.ts';

const sender = { id: 'test' };

function callsWith(handlers: object, validateOutput = true) {
  const log = recordingLog();
  return {
    log,
    call: createCalls({ parts: [{ declared: contract, handlers }], log, validateOutput }),
  };
}

test('a declared call reaches its handler with parsed input', async () => {
  const { call } = callsWith(
    {
      certificates: { rename: async (input: unknown) => ({ given: input }) },
    },
    false,
  );
  const result = await call(
    'certificates.rename',
    { id: 'a', name: '  spaced  ', extra: 1 },
    sender,
  );
  expect(result).toEqual({ ok: true, value: { given: { id: 'a', name: 'spaced' } } });
});

test('what is undefined in it is left out, as JSON leaves it out: a change takes nothing away', async () => {
  const { call } = callsWith({ settings: { update: async (input: unknown) => input } }, false);
  const result = await call('settings.update', { theme: undefined, lockAfter: 5 }, sender);
  expect(result).toStrictEqual({ ok: true, value: { lockAfter: 5 } });
});

const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
};
const itself: Record<string, unknown> = { other: 1 };
itself.self = itself;

test.each([
  ['levels', nested(100_000, (inner) => [inner])],
  ['levels of a schema’s depth', nested(300, (inner) => ({ inner }))],
  ['what holds itself', itself],
  ['what holds itself in a list', [1, [itself, null]]],
  ['one part met a million million times', nested(40, (inner) => [inner, inner])],
])('%s without an end are refused as such, and reach no handler', async (_, deep) => {
  const met: unknown[] = [];
  const setParameters = async (input: unknown) => void met.push(JSON.stringify(input));
  const { call } = callsWith({ conversations: { setParameters } });
  const input = { id: 'a', parameters: { extra: { deep } } };
  const result = await call('conversations.setParameters', input, sender);
  expect(result).toMatchObject({ ok: false, error: { code: 'call-too-deep' } });
  expect(met).toEqual([]);
});

test.each([
  'nope',
  'nope.nope',
  'systems.nope',
  'systems.changed',
  'systems.add.call',
  '__proto__.toString',
  'systems.constructor',
  '',
])('the undeclared name %j is refused', async (name) => {
  const { call } = callsWith({});
  expect(await call(name, undefined, sender)).toMatchObject({
    ok: false,
    error: { code: 'contract-unknown-call' },
  });
});

test('input of the wrong shape is refused before the handler runs', async () => {
  let ran = false;
  const { call } = callsWith({
    systems: {
      select: async () => {
        ran = true;
      },
    },
  });
  expect(await call('systems.select', { id: 7 }, sender)).toMatchObject({
    ok: false,
    error: { code: 'contract-invalid-input', details: { where: 'id' } },
  });
  expect(ran).toBe(false);
});

test('an AppError crosses without its cause, anything else becomes internal, both are logged', async () => {
  const { call, log } = callsWith({
    systems: {
      snapshot: async () => {
        throw new AppError('network-refused', {
          details: { host: 'a.example' },
          retryable: true,
          cause: new Error('raw'),
        });
      },
      openDemo: async () => {
        throw new TypeError('a bug');
      },
    },
  });
  expect(await call('systems.snapshot', undefined, sender)).toEqual({
    ok: false,
    error: { code: 'network-refused', details: { host: 'a.example' }, retryable: true },
  });
  expect(await call('systems.openDemo', undefined, sender)).toEqual({
    ok: false,
    error: { code: 'internal', details: { name: 'systems.openDemo' }, retryable: false },
  });
  expect(log.records.map(({ event }) => event)).toEqual(['call-failed', 'call-crashed']);
});

test('with output validation an answer outside the schema is an error', async () => {
  const { call } = callsWith({ systems: { snapshot: async () => ({ systems: 'many' }) } });
  expect(await call('systems.snapshot', undefined, sender)).toMatchObject({
    ok: false,
    error: { code: 'internal' },
  });
});
