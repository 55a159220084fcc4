import { expect, test } from 'vitest';
import {
  type AutoLockSettings,
  createAutoLock,
} from '../../../../main/base/storage/vault/auto-lock.ts';

const minute = 60_000;

/** Time as the test says; the lock looks at it as often as it likes. */
function world(settings: AutoLockSettings = {}) {
  const time = { wall: 1_000_000, steady: 5_000 };
  let look = (): void => undefined;
  let computer = (): void => undefined;
  let locks = 0;
  const auto = createAutoLock({
    lock: () => {
      locks += 1;
    },
    settings: () => settings,
    onComputerLocked(listener) {
      computer = listener;
      return () => {
        computer = () => undefined;
      };
    },
    now: () => ({ ...time }),
    every(ms, run) {
      look = run;
      expect(ms).toBeLessThanOrEqual(minute / 2);
      return () => {
        look = () => undefined;
      };
    },
  });
  return {
    auto,
    locks: () => locks,
    computerLocks: () => computer(),
    /** The computer is awake: the lock looks now and then. */
    pass(ms: number) {
      for (let left = ms; left > 0; left -= 10_000) {
        const step = Math.min(left, 10_000);
        time.wall += step;
        time.steady += step;
        look();
      }
    },
    /** It sleeps: nothing runs, and only the wall clock goes on. */
    sleep(ms: number) {
      time.wall += ms;
      look();
    },
    setClock(ms: number) {
      time.wall += ms;
      look();
    },
  };
}

test('locks after an hour without the user, unless they chose another time', () => {
  const usual = world();
  usual.pass(59 * minute);
  expect(usual.locks()).toBe(0);
  usual.pass(2 * minute);
  expect(usual.locks()).toBeGreaterThan(0);

  const quick = world({ lockAfter: 5 });
  quick.pass(4 * minute);
  expect(quick.locks()).toBe(0);
  quick.pass(2 * minute);
  expect(quick.locks()).toBeGreaterThan(0);

  const never = world({ lockAfter: 0 });
  never.pass(48 * 60 * minute);
  expect(never.locks()).toBe(0);
});

test('counts from the last time that the user did something', () => {
  const { auto, pass, locks } = world({ lockAfter: 5 });
  for (let at = 0; at < 10; at += 1) {
    pass(4 * minute);
    auto.active();
  }
  expect(locks()).toBe(0);
  pass(6 * minute);
  expect(locks()).toBeGreaterThan(0);
});

test('a clock that is set back does not keep it open', () => {
  const { pass, setClock, locks } = world({ lockAfter: 5, lockWithComputer: false });
  pass(3 * minute);
  setClock(-60 * minute);
  pass(3 * minute);
  expect(locks()).toBeGreaterThan(0);
});

test('locks with the computer, unless the user does not want that', () => {
  const usual = world();
  usual.computerLocks();
  expect(usual.locks()).toBe(1);
  usual.auto.close();
  usual.computerLocks();
  expect(usual.locks()).toBe(1);

  const unwanted = world({ lockWithComputer: false });
  unwanted.computerLocks();
  expect(unwanted.locks()).toBe(0);
});

test('a sleep that nobody announced is noticed at the awakening', () => {
  const usual = world();
  usual.pass(minute);
  usual.sleep(10 * minute);
  expect(usual.locks()).toBe(1);

  const short = world();
  short.sleep(20_000);
  expect(short.locks()).toBe(0);

  const unwanted = world({ lockWithComputer: false });
  unwanted.sleep(10 * minute);
  expect(unwanted.locks()).toBe(0);
  // Asleep is idle as well.
  unwanted.sleep(51 * minute);
  expect(unwanted.locks()).toBe(1);
});
