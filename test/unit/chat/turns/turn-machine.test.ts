import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beginTurn,
  stepTurn,
  type TurnEffect,
  type TurnEvent,
} from '../../../../main/chat/turns/turn/machine.ts';

const mostRounds = 5;

const event: fc.Arbitrary<TurnEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answered' as const),
      state: fc.constantFrom(
        ...(['complete', 'complete', 'complete', 'stopped', 'interrupted', 'failed'] as const),
      ),
      calls: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant<TurnEvent>({ kind: 'called' }) },
  { weight: 4, arbitrary: fc.constant<TurnEvent>({ kind: 'prepared' }) },
  { weight: 1, arbitrary: fc.constant<TurnEvent>({ kind: 'unprepared' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('stop' as const),
      why: fc.constantFrom('stopped' as const, 'closed' as const),
    }),
  },
);

/** What is under way outside of the machine, by its effects and the events that end them. */
function follow(from: 'asking' | 'calling', events: readonly TurnEvent[]) {
  let { machine, effects } = beginTurn(from);
  const all: TurnEffect[] = [];
  let under: 'ask' | 'call' | 'prepare' | null = null;
  const take = (more: readonly TurnEffect[]): void => {
    for (const effect of more) {
      all.push(effect);
      if (effect.kind === 'abort') expect(under).not.toBeNull();
      else if (effect.kind === 'end') expect(under).toBeNull();
      else {
        expect(under, 'one thing at a time').toBeNull();
        under = effect.kind;
      }
    }
  };
  take(effects);
  const ends = { answered: 'ask', called: 'call', prepared: 'prepare', unprepared: 'prepare' };
  for (const one of events) {
    // only what is under way reports
    if (one.kind !== 'stop') {
      if (ends[one.kind] !== under) continue;
      under = null;
    }
    ({ machine, effects } = stepTurn(machine, one, mostRounds));
    take(effects);
  }
  return { machine, all, under };
}

test('whatever happens: one thing at a time, a bounded number of requests, one end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('asking' as const, 'calling' as const),
      fc.array(event, { maxLength: 60 }),
      (from, events) => {
        const { machine, all, under } = follow(from, events);
        const ends = all.filter(({ kind }) => kind === 'end');
        expect(all.filter(({ kind }) => kind === 'ask').length).toBeLessThanOrEqual(mostRounds);
        expect(all.filter(({ kind }) => kind === 'abort').length).toBeLessThanOrEqual(1 + 1);
        expect(ends.length).toBe(machine.name === 'ended' ? 1 : 0);
        expect(under === null).toBe(machine.name === 'ended');
        if (ends.length === 1) expect(all.at(-1)?.kind).toBe('end');
      },
    ),
    { numRuns: 2000 },
  );
});

test('a stop always leads to the end once what is under way has reported, and starts no tool', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      const before = events.filter(({ kind }) => kind !== 'stop');
      const { machine, under } = follow('asking', before);
      if (machine.name === 'ended') return;
      let step = stepTurn(machine, { kind: 'stop', why: 'stopped' }, mostRounds);
      const reports: TurnEvent[] =
        under === 'prepare'
          ? [{ kind: 'prepared' }, { kind: 'answered', state: 'stopped', calls: 0 }]
          : under === 'call'
            ? [{ kind: 'called' }]
            : [{ kind: 'answered', state: 'complete', calls: 2 }];
      for (const report of reports) {
        step = stepTurn(step.machine, report, mostRounds);
        expect(step.effects.map(({ kind }) => kind)).not.toContain('call');
      }
      expect(step.machine).toMatchObject({ name: 'ended', ending: 'stopped' });
    }),
  );
});

test('the app closes while tools run: the turn is interrupted, not stopped', () => {
  const asked = beginTurn('asking').machine;
  const calling = stepTurn(asked, { kind: 'answered', state: 'complete', calls: 1 }, mostRounds);
  const closing = stepTurn(calling.machine, { kind: 'stop', why: 'closed' }, mostRounds);
  expect(closing.effects).toEqual([{ kind: 'abort', why: 'closed' }]);
  const again = stepTurn(closing.machine, { kind: 'stop', why: 'stopped' }, mostRounds);
  expect(again.effects).toEqual([]);
  expect(stepTurn(again.machine, { kind: 'called' }, mostRounds).effects).toEqual([
    { kind: 'end', how: 'interrupted' },
  ]);
});
