import { describe, expect, test } from 'vitest';
import { createMachines, type Machines } from '../../../main/demo/web-api/index.ts';

function fleet(seed = 1, stepMs = 1000): { machines: Machines; pass: (ms: number) => void } {
  let now = 0;
  const machines = createMachines({ seed, stepMs, now: () => now });
  return {
    machines,
    pass: (ms) => {
      now += ms;
    },
  };
}

function statuses({ machines }: { machines: Machines }): string[] {
  return machines.list().map(({ status }) => status);
}

describe('machines of the demo', () => {
  test('have two or more records, with unique names', () => {
    const names = fleet()
      .machines.list()
      .map(({ machine }) => machine);
    expect(names.length).toBeGreaterThanOrEqual(6);
    expect(new Set(names).size).toBe(names.length);
  });

  test('change with time, the same way for the same seed', () => {
    const [one, two, other] = [fleet(1), fleet(1), fleet(2)];
    const seen = new Set<string>();
    const histories = [one, two, other].map((each) => {
      const history: string[][] = [];
      for (let step = 0; step < 200; step += 1) {
        each.pass(1000);
        history.push(statuses(each));
      }
      for (const status of history.flat()) seen.add(status);
      return history;
    });
    expect(histories[0]).toEqual(histories[1]);
    expect(histories[0]).not.toEqual(histories[2]);
    expect(seen).toEqual(new Set(['OK', 'NG', 'degraded', 'under_maintenance']));
    for (const row of histories.flat()) {
      expect(row.filter((status) => status !== 'OK').length).toBeLessThanOrEqual(3);
    }
  });

  test('depend on how much time has passed, not on how often one looks', () => {
    const [often, once] = [fleet(), fleet()];
    for (let step = 0; step < 50; step += 1) {
      often.pass(1000);
      often.machines.list();
    }
    once.pass(50_000);
    expect(statuses(once)).toEqual(statuses(often));
  });

  test('stay as they are with a step of 0', () => {
    const still = fleet(1, 0);
    const before = statuses(still);
    still.pass(1e9);
    expect(statuses(still)).toEqual(before);
    still.machines.advance(20);
    expect(statuses(still)).not.toEqual(before);
  });

  test('cannot be set by a wrong name', () => {
    expect(() => fleet().machines.set('nobody', 'NG')).toThrow('no machine nobody');
  });
});
