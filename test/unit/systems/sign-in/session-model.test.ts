import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptDeadline } from '../../../../main/systems/sign-in/session/machine.ts';
import { type Outcome, sessionModel, turns } from './session-model.ts';

type Model = ReturnType<typeof sessionModel>;

type Command =
  | {
      readonly do:
        | 'sign-in'
        | 'begin'
        | 'give-up'
        | 'tick'
        | 'call'
        | 'refused-call'
        | 'hopeless-call'
        | 'side-call';
    }
  | { readonly do: 'refresh' | 'sign-out' | 'settings' | 'lock' | 'unlock' | 'deliver' | 'crash' }
  | { readonly do: 'time' | 'sleep' | 'set-clock'; readonly seconds: number }
  | { readonly do: 'answer'; readonly outcome: Outcome }
  | { readonly do: 'hold'; readonly on: boolean };

const outcomes: Outcome[] = [
  'good',
  'not-sent',
  'busy',
  'lost',
  'refused',
  'stale',
  'no-refresh-token',
];

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Command>({ do: 'sign-in' }) },
  {
    weight: 12,
    arbitrary: fc.constantFrom<Command>(
      { do: 'begin' },
      { do: 'give-up' },
      { do: 'tick' },
      { do: 'call' },
      { do: 'refused-call' },
      { do: 'hopeless-call' },
      { do: 'side-call' },
      { do: 'refresh' },
      { do: 'sign-out' },
      { do: 'settings' },
      { do: 'lock' },
      { do: 'unlock' },
      { do: 'deliver' },
      { do: 'crash' },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('time' as const, 'sleep' as const),
      seconds: fc.integer({ min: 0, max: 2_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set-clock' as const),
      seconds: fc.integer({ min: -100_000, max: 100_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      outcome: fc.constantFrom(...outcomes),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hold' as const), on: fc.boolean() }),
  },
);

/** Calls whose end must come. */
interface Calls {
  running: number;
  /** How often the process was started: what belongs to a dead one is not waited for. */
  life: number;
}

async function callOnce(model: Model, refusals: number): Promise<void> {
  const { driver } = model;
  const grant = await driver.grant();
  if (refusals === 0) return;
  const renewed = await driver.renew(grant);
  if (refusals > 1) driver.refusedAgain(renewed);
}

function track(calls: Calls, work: Promise<unknown>): void {
  const { life } = calls;
  const end = (): void => {
    if (calls.life === life) calls.running--;
  };
  calls.running++;
  work.then(end, end);
}

async function perform(model: Model, given: Command, calls: Calls): Promise<void> {
  const { driver, clock } = model;
  switch (given.do) {
    case 'sign-in':
      track(calls, model.signIn());
      return;
    case 'begin':
      model.begin();
      return;
    case 'give-up': {
      const { attempt } = driver.machine;
      const problem = { code: 'sign-in-cancelled', details: {}, retryable: true } as const;
      if (attempt !== null) driver.attemptEnded(attempt.id, problem);
      return;
    }
    case 'tick':
      driver.tick();
      return;
    case 'call':
      track(calls, callOnce(model, 0));
      return;
    case 'refused-call':
      track(calls, callOnce(model, 1));
      return;
    case 'hopeless-call':
      track(calls, callOnce(model, 2));
      return;
    case 'side-call':
      track(
        calls,
        driver.grant().then((grant) => driver.renewIfPossible(grant)),
      );
      return;
    case 'refresh':
      track(calls, driver.refreshNow());
      return;
    case 'sign-out':
      await driver.signOut();
      await checkForgotten(model);
      return;
    case 'settings':
      await driver.settingsChanged();
      await checkForgotten(model);
      return;
    case 'lock':
      await model.lock(true);
      return;
    case 'unlock':
      track(calls, model.lock(false));
      return;
    case 'deliver':
      model.deliver();
      return;
    case 'crash':
      // Calls of the dead process are nobody's any more.
      calls.running = 0;
      calls.life++;
      await model.crash();
      return;
    case 'time':
      clock.wall += given.seconds * 1000;
      clock.steady += given.seconds * 1000;
      return;
    case 'sleep':
      clock.wall += given.seconds * 1000;
      return;
    case 'set-clock':
      clock.wall += given.seconds * 1000;
      return;
    case 'answer':
      model.answerWith(given.outcome);
      return;
    case 'hold':
      model.hold(given.on);
      return;
  }
}

async function checkForgotten(model: Model): Promise<void> {
  expect(model.driver.machine.name).toBe('signed-out');
  expect(model.driver.tokens).toBeNull();
  expect(model.disk.secrets.size).toBe(0);
}

function checkAlways(model: Model, settled: boolean): void {
  const { machine, tokens } = model.driver;
  // No refresh token reached the provider twice.
  expect(new Set(model.used).size).toBe(model.used.length);
  // What was asked for before a sign-out is undone by its wipe; nothing may be asked for after it.
  expect(model.unwanted).toEqual([]);
  const holding = machine.name === 'active' || machine.name === 'refreshing';
  expect(machine.held !== null).toBe(holding);
  expect(tokens !== null).toBe(holding);
  expect(machine.attempt !== null).toBe(machine.name === 'authorizing');
  if (machine.name === 'expired' && settled) expect(model.disk.secrets.size).toBe(0);
}

/** Out of any state: what runs comes to its end, signing out works, and so does signing in after it. */
async function checkExits(model: Model, calls: Calls): Promise<void> {
  const { driver, clock } = model;
  model.hold(false);
  // What is sealed then may first have to come.
  track(calls, model.lock(false));
  // A stale answer asks once more, and each of these may have been held.
  for (let round = 0; round < 4; round++) {
    model.deliver();
    await model.settle();
  }
  expect(driver.machine.name).not.toBe('refreshing');
  if (driver.machine.name === 'authorizing') {
    clock.steady += attemptDeadline;
    driver.tick();
    expect(driver.machine.cause.problem?.code).toBe('sign-in-deadline');
    await model.settle();
  }
  expect(calls.running).toBe(0);
  await driver.signOut();
  await model.settle();
  await checkForgotten(model);
  await model.signIn();
  expect(driver.machine.name).toBe('active');
  expect((await driver.grant()).accessToken).toBe(`access-${model.number}`);
}

test('whatever happens in whatever order: no state without an exit, no refresh token twice, nothing kept after sign-out', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 60, size: 'max' }), async (commands) => {
      const model = sessionModel();
      const calls: Calls = { running: 0, life: 0 };
      for (const one of commands) {
        await perform(model, one, calls);
        await model.settle();
        checkAlways(model, true);
      }
      await checkExits(model, calls);
      checkAlways(model, true);
    }),
    { numRuns: 400 },
  );
}, 120_000);

test('the same while writes are slow and things happen between them', async () => {
  const step = fc.tuple(command, fc.integer({ min: 0, max: 5 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const model = sessionModel({ slow: true });
      const calls: Calls = { running: 0, life: 0 };
      for (const [one, pause] of steps) {
        await perform(model, one, calls);
        await turns(pause);
        checkAlways(model, false);
      }
      await checkExits(model, calls);
      checkAlways(model, true);
    }),
    { numRuns: 400 },
  );
}, 120_000);
