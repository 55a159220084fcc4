import { expect, test } from 'vitest';
import { withResolvers } from '../../../../main/base/async/with-resolvers.ts';
import { createFirstAnswers } from '../../../../main/hosts/electron/calls/first-answers.ts';
import type { CallFunction } from '../../../../main/hosts/electron/calls/index.ts';
import type { SystemsState } from '../../../../preload/contract/systems/systems.ts';

const none: SystemsState = { systems: [], selectedId: null };
const sender = { id: 'window-1' };
const byCore = { ok: true, value: 'the core' } as const;

/** @param kept what is kept of the systems, by reading it */
function begin(kept: () => Promise<SystemsState> = async () => none) {
  const core = withResolvers<CallFunction>();
  const asked: unknown[][] = [];
  const logged: string[] = [];
  const first = createFirstAnswers(
    { 'systems.snapshot': kept, 'vault.snapshot': () => Promise.reject(new Error('not asked')) },
    core.promise,
    { error: (event, cause) => void logged.push(`${event}: ${cause}`) },
  );
  return {
    asked,
    logged,
    given: first.given,
    call: (name: string, input?: unknown) => first.call(name, input, sender),
    fail: core.reject,
    arrive: () =>
      core.resolve(async (...args) => {
        asked.push(args);
        return byCore;
      }),
  };
}

test('what a page asks first is answered before there is a core; anything else waits for it', async () => {
  const { call, arrive, asked } = begin();
  expect(await call('systems.snapshot')).toEqual({ ok: true, value: none });
  const others = [call('app.info'), call('constructor'), call('systems.select', { id: 'a' })];
  expect(asked).toEqual([]);
  arrive();
  expect(await Promise.all(others)).toEqual([byCore, byCore, byCore]);
  expect(asked).toContainEqual(['systems.select', { id: 'a' }, sender]);
});

test('the core judges an input that is not to be there', async () => {
  const { call, arrive, asked } = begin();
  const refused = call('systems.snapshot', { id: 'a' });
  arrive();
  expect(await refused).toEqual(byCore);
  expect(asked).toEqual([['systems.snapshot', { id: 'a' }, sender]]);
});

test('once there is a core it is asked, also by whom the answer was still being read for', async () => {
  const read = withResolvers<SystemsState>();
  const { call, arrive } = begin(() => read.promise);
  const early = call('systems.snapshot');
  arrive();
  await call('app.info');
  read.resolve(none);
  expect(await early).toEqual(byCore);
  expect(await call('systems.snapshot')).toEqual(byCore);
});

test('what cannot be read is the core’s to tell, and a core that does not start says so', async () => {
  const { call, fail, logged } = begin(() => Promise.reject(new Error('damaged')));
  const asked = call('systems.snapshot');
  fail(new Error('not started'));
  await expect(asked).rejects.toThrow('not started');
  expect(logged).toEqual(['first-answer: Error: damaged']);
});

test('it tells when each of them was answered', async () => {
  const { call, given, arrive } = begin();
  let isGiven = false;
  void given.then(() => {
    isGiven = true;
  });
  await call('systems.snapshot');
  await call('systems.snapshot');
  expect(isGiven).toBe(false);
  arrive();
  await call('vault.snapshot');
  await given;
});
