import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ReadResult,
  readCertificateFile,
} from '../../../../../main/base/x509/reader/index.ts';
import { writePkcs12 } from '../../../../../main/base/x509/writer/index.ts';
import { rounds } from '../../../../support/processes/rounds.ts';
import { ecPair } from './pairs.ts';

const mutants = rounds(2000, 100_000);
const slowestAllowed = Number(process.env.COMPUTE_DESK_MUTANT_MS ?? Number.POSITIVE_INFINITY);

const outcomes: readonly ReadResult['outcome'][] = [
  'ok',
  'wrong-password',
  'unsupported',
  'malformed',
  'no-key',
  'no-certificate',
  'not-a-certificate',
  'too-large',
  'too-slow',
];

async function samples(): Promise<Uint8Array[]> {
  const pair = ecPair('mutant');
  const common = { ...pair, friendlyName: 'mutant', password: 'pass', iterations: 2 };
  return [
    await writePkcs12(common),
    await writePkcs12({ ...common, encryption: null, mac: 'none' }),
    await writePkcs12({ ...common, encryption: null }),
    await writePkcs12({ ...common, mac: 'none' }),
    pair.keyPkcs8,
    pair.certificates[0] ?? new Uint8Array(),
    Buffer.from(`${pair.certificatePem}${pair.keyPem}`),
  ];
}

const lengthBomb = Uint8Array.of(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff);
const deepNest = (tag: number, depth: number): Uint8Array =>
  Uint8Array.from({ length: depth * 2 }, (_, i) => (i % 2 === 0 ? tag : 0x80));

type Change =
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  | { readonly kind: 'byte'; readonly at: number; readonly value: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'drop' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'overwrite'; readonly at: number; readonly bytes: Uint8Array };

/** A place in the file, as a fraction; unbiased, or most changes would hit the first octet. */
const position = fc.noBias(fc.nat(999_999)).map((n) => n / 1_000_000);
const bombs = fc.oneof(
  fc.constant(lengthBomb),
  fc
    .constantFrom(0x30, 0x24, 0xa0, 0x31)
    .chain((tag) => fc.integer({ min: 1, max: 3000 }).map((depth) => deepNest(tag, depth))),
  fc.uint8Array({ minLength: 1, maxLength: 12 }),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: position, bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('byte' as const), at: position, value: fc.nat(255) }),
  fc.record({ kind: fc.constant('cut' as const), at: position }),
  fc.record({
    kind: fc.constantFrom('drop' as const, 'repeat' as const),
    at: position,
    length: fc.nat(40),
  }),
  fc.record({ kind: fc.constant('insert' as const), at: position, bytes: bombs }),
  fc.record({ kind: fc.constant('overwrite' as const), at: position, bytes: bombs }),
);

function apply(source: Uint8Array, change: Change): Uint8Array {
  const at = Math.floor(change.at * source.length);
  const [head, tail] = [source.subarray(0, at), source.subarray(at)];
  const copy = Uint8Array.from(source);
  switch (change.kind) {
    case 'flip':
      copy[at] = (copy[at] ?? 0) ^ (1 << change.bit);
      return copy;
    case 'byte':
      copy[at] = change.value;
      return copy;
    case 'cut':
      return head.slice();
    case 'drop':
      return Buffer.concat([head, tail.subarray(change.length)]);
    case 'repeat':
      return Buffer.concat([head, tail.subarray(0, change.length), tail]);
    case 'insert':
      return Buffer.concat([head, change.bytes, tail]);
    case 'overwrite':
      copy.set(change.bytes.subarray(0, source.length - at), at);
      return copy;
  }
}

test(`${mutants} mutated files each give a typed answer`, async () => {
  const originals = await samples();
  let slowest = 0;
  let most = 0;
  const seen = new Map<string, number>();
  const property = fc.asyncProperty(
    fc.nat(originals.length - 1),
    fc.array(change, { minLength: 1, maxLength: 4 }),
    async (index, changes) => {
      const mutated = changes.reduce(apply, originals[index] ?? new Uint8Array());
      const start = performance.now();
      // Mutated counts may ask for more iterations than any real file: the limit keeps them typed.
      const limits = { iterations: 100_000, totalIterations: 1_000_000 };
      const result = await readCertificateFile(mutated, 'pass', { limits });
      slowest = Math.max(slowest, performance.now() - start);
      most = Math.max(most, process.memoryUsage.rss());
      seen.set(result.outcome, (seen.get(result.outcome) ?? 0) + 1);
      expect(outcomes).toContain(result.outcome);
      if (result.outcome === 'malformed') expect(result.details.where).toBeTypeOf('string');
      if (result.outcome === 'unsupported') expect(result.details.algorithm).toBeTypeOf('string');
    },
  );
  // In portions: fast-check keeps what it has tried, and that is not the reader's memory.
  const portion = 5000;
  for (let done = 0; done < mutants; done += portion) {
    await fc.assert(property, { numRuns: Math.min(portion, mutants - done) });
  }
  const summary = [...seen].map(([outcome, times]) => `${outcome} ${times}`).join(', ');
  const memory = Math.round(most / 1024 / 1024);
  console.log(`mutants: ${summary}; slowest ${Math.round(slowest)} ms, most memory ${memory} MB`);
  expect(slowest).toBeLessThan(slowestAllowed);
  expect(seen.size).toBeGreaterThan(3);
}, 3_600_000);

test('deep nesting and length bombs end at once', async () => {
  for (const tag of [0x30, 0x31, 0x24, 0xa0]) {
    const nested = Buffer.concat([deepNest(tag, 1_000_000), Buffer.alloc(2_000_000)]);
    const result = await readCertificateFile(nested, null);
    expect(['malformed', 'not-a-certificate']).toContain(result.outcome);
  }
  const bomb = await readCertificateFile(lengthBomb, null);
  expect(bomb).toMatchObject({ outcome: 'malformed', details: { reason: 'length' } });
});
