/** A call, and whether it takes nothing at all: then it gets only what cannot become that on its way. */
export interface Target {
  readonly name: string;
  readonly takesNothing: boolean;
}

/**
 * Runs in the page: calls everything with what no schema takes, much of which exists in a page only. Each call meets
 * four of the values, each value many calls.
 * @param limit ms for one answer
 */
export async function hostileToTheBridge({
  targets,
  limit,
}: {
  readonly targets: readonly Target[];
  readonly limit: number;
}) {
  const nested = (depth: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level++) value = [value];
    return value;
  };
  const round: Record<string, unknown> = { nothing: 'x' };
  round.again = round;
  const values: Readonly<Record<string, () => unknown>> = {
    'a cycle': () => round,
    'a cycle of arrays': () => {
      const array: unknown[] = [];
      array.push(array, round);
      return array;
    },
    'a function': () => () => 1,
    'a function in a field': () => ({ id: () => 1 }),
    'a symbol': () => Symbol('x'),
    'a part of the page': () => document.body,
    window: () => window,
    'a promise': () => Promise.resolve(1),
    'a weak map': () => new WeakMap(),
    'a proxy that throws': () =>
      new Proxy(
        {},
        {
          get() {
            throw new Error('a trap');
          },
        },
      ),
    'a field that throws': () => ({
      get id(): never {
        throw new Error('a getter');
      },
    }),
    'what takes itself for something else': () => ({ toJSON: 1, constructor: 1 }),
    'a class of its own': () =>
      new (class {
        readonly nothing = 'x';
      })(),
    'no prototype': () => Object.assign(Object.create(null), { __proto__: 1 }),
    'own fields of the prototype': () => JSON.parse('{"__proto__":{"ok":true},"constructor":1}'),
    map: () => new Map<unknown, unknown>([['id', new Map()]]),
    set: () => new Set([new Set()]),
    date: () => new Date(Number.NaN),
    expression: () => /(a+)+$/,
    error: () => new Error('x', { cause: round }),
    'big integer': () => 2n ** 4_000n,
    boxed: () => Object('x'),
    'a view of bytes': () => new Uint8Array(100_000),
    'a view of floats': () => new Float64Array([Number.NaN]),
    'a data view': () => new DataView(new ArrayBuffer(4)),
    buffer: () => new ArrayBuffer(1_000_000),
    blob: () => new Blob(['x']),
    picture: () => new ImageData(10, 10),
    port: () => new MessageChannel().port1,
    'not a number': () => Number.NaN,
    'a long text': () => 'x'.repeat(3_000_000),
    'half a character': () => '\ud800',
    'a long list': () => Array.from({ length: 200_000 }, (_, at) => at),
    'a list with holes': () => Object.assign([], { length: 1_000_000 }),
    'many fields': () =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, at])),
    'a deep list': () => nested(500),
    'a deeper list': () => nested(5_000),
  };
  const kinds = Object.keys(values);
  const neverNothing = [
    'big integer',
    'not a number',
    'a long text',
    'half a character',
    'a long list',
  ];
  const { computeDesk } = window as unknown as {
    readonly computeDesk: { invoke(name: string, input: unknown): Promise<unknown> };
  };
  const inTime = (answer: Promise<unknown>): Promise<unknown> =>
    Promise.race([
      answer,
      new Promise((resolve) => setTimeout(() => resolve({ ok: 'never' }), limit)),
    ]);
  const tried = [];
  let at = 0;
  for (const { name, takesNothing } of targets) {
    const some = takesNothing ? neverNothing : kinds;
    for (let turn = 0; turn < 4; turn += 1, at += 1) {
      const value = some[at % some.length] ?? '';
      try {
        const answer = (await inTime(computeDesk.invoke(name, values[value]?.()))) as {
          readonly ok?: unknown;
          readonly error?: { readonly code?: unknown };
        };
        if (answer.ok === false) tried.push({ name, value, code: answer.error?.code });
        else tried.push({ name, value, strange: JSON.stringify(answer).slice(0, 200) });
      } catch (cause) {
        tried.push({ name, value, uncarried: String(cause).slice(0, 200) });
      }
    }
  }
  return tried;
}
