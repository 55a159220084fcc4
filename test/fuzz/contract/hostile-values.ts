/** What no honest window sends, in the place of a whole input or of any part of it. */

const named = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'];

/** Own fields of these names, as JSON.parse makes them. */
function prototypeKeys(value: unknown): object {
  return Object.fromEntries(named.map((name) => [name, value]));
}

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

const text = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));

/** What JSON has words for. */
export const jsonValues: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 0.5,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 1,
  () => '',
  () => ' ',
  () => '\0',
  () => '\ud800',
  () => '\u202e\u2066\u200f',
  () => "'; DROP TABLE conversations; --",
  () => '%00/../../../../etc/passwd',
  () => 'http://127.0.0.1:1/',
  () => 'http://[::1]:99999/',
  () => 'javascript:alert(1)',
  () => 'file:///etc/passwd',
  () => '9'.repeat(400),
  () => text('a', 70_000),
  () => text('e\u0301', 30_000),
  () => text('[', 20_000),
  () => text('a.', 20_000),
  () => text(' ', 20_000),
  () => text('😀', 20_000),
  () => [],
  () => ({}),
  () => [[]],
  () => Array.from({ length: 20_000 }, () => 0),
  () => Array.from({ length: 5_000 }, () => ({})),
  () => Array.from({ length: 3_000 }, (_, at) => `tag ${at}`),
  () => Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, at])),
  () => ({ length: 1e9 }),
  () => ({ length: -1, 0: 'x' }),
  () => prototypeKeys('polluted'),
  () => prototypeKeys({ polluted: true }),
  () => prototypeKeys(null),
  () => nested(150, (inner) => [inner]),
  () => nested(150, (inner) => ({ a: inner })),
  () => nested(5_000, (inner) => [inner]),
  () => nested(5_000, (inner) => ({ extra: inner })),
  () => ({ $bytes: '%%%' }),
  () => ({ $bytes: 'AAAA' }),
  () => ({ $$bytes: { $bytes: [] } }),
  ...named.map((name) => () => name),
];

/** What Electron's IPC carries beyond JSON (structured clone). */
export const cloneValues: readonly (() => unknown)[] = [
  ...jsonValues,
  () => undefined,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => -0,
  () => 2n ** 200n,
  () => new Date(Number.NaN),
  () => new Date(0),
  () => /(a+)+$/,
  () => new Map<unknown, unknown>([['__proto__', 1]]),
  () => new Set([1, 2]),
  () => new Error('an error'),
  () => new ArrayBuffer(8),
  () => new Uint8Array(0),
  () => new Uint8Array(200_000),
  () => new Float64Array(4),
  () => new DataView(new ArrayBuffer(4)),
  () => Object(1n),
  () => Object('boxed'),
  () => {
    const sparse: unknown[] = [];
    sparse[50_000] = 1;
    return sparse;
  },
  () => {
    const round: Record<string, unknown> = {};
    round.self = round;
    return round;
  },
  () => {
    const round: unknown[] = [];
    round.push(round, round);
    return round;
  },
];
