import { expect, test } from 'vitest';
import { createFindOut } from '../../../main/work/find-out.ts';

/** What is found of a slurmrestd with these interfaces. */
async function foundOf(versions: readonly string[]) {
  const paths = Object.fromEntries(versions.map((version) => [`/slurm/${version}/jobs/`, {}]));
  const { calls } = createFindOut({
    systems: { get: () => ({ computeApi: null }) as never },
    apis: {
      sender: () => async (request) => {
        const isThere = request.path === '/openapi/v3';
        return {
          ...{ url: `https://x.example.org${request.path}`, headers: {} },
          ...{ status: isThere ? 200 : 404, body: Buffer.from(JSON.stringify({ paths })) },
        } as never;
      },
    },
  });
  return (await calls.findComputeApi({ id: 's' }, undefined as never)).found;
}

test.each([
  [['v0.0.40', 'v0.0.42', 'v0.0.43'], 'v0.0.42'],
  [['v0.0.45', 'v0.0.43', 'v0.0.44'], 'v0.0.43'],
])(
  'of %j the newest that was tried is taken, else the oldest of the newer ones',
  async (all, version) => {
    expect(await foundOf(all)).toEqual({ family: 'slurm', version, accounting: false });
  },
);

test('interfaces before v0.0.38 are none', async () => {
  expect(await foundOf(['v0.0.37'])).toBeNull();
});
