import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNotes } from '../../../../main/work/programs/notes.ts';
import type { StoredCall, StoredProgram } from '../../../../main/work/programs/store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const program = (id: string): StoredProgram => ({
  ...{ id, systemId: 'alpha', name: `Program ${id}`, keyHash: new Uint8Array(), paths: ['v1'] },
  ...{ models: null, readOnly: true, conversations: false, createdAt: '2026-11-01T00:00:00.000Z' },
  ...{ endsAt: null, lastUsedAt: null, usedPort: null, ended: null },
});

function notesWorld() {
  const known = new Map(['1', '2'].map((id) => [id, program(id)]));
  const [written, saved]: [StoredCall[][], string[][]] = [[], []];
  const told = { tidied: 0, noted: 0 };
  const work: Promise<unknown>[] = [];
  const notes = createNotes({
    store: {
      async note(calls) {
        written.push([...calls]);
        return [];
      },
      async save(...programs) {
        saved.push(programs.map(({ id, lastUsedAt }) => `${id} ${lastUsedAt}`));
        return [];
      },
    },
    keys: {
      find: (id) => known.get(id),
      used(id, lastUsedAt) {
        const one = known.get(id);
        if (one !== undefined) known.set(id, { ...one, lastUsedAt });
      },
    },
    async tidy() {
      told.tidied += 1;
    },
    noted() {
      told.noted += 1;
    },
    background: (_, one) => void work.push(one),
    now: () => new Date(),
  });
  const add = (id: string, call = 'GET /v1/models') =>
    notes.add(program(id), { call, outcome: 'answered', status: 200 });
  return { notes, add, written, saved, told, known, settled: () => Promise.all(work) };
}

test('the first call is written at once, those of the next second together', async () => {
  const { add, written, told, settled } = notesWorld();
  add('1', 'first');
  await settled();
  expect(written.map((calls) => calls.map(({ call }) => call))).toEqual([['first']]);
  for (let count = 0; count < 300; count += 1) add('2', `call ${count}`);
  await settled();
  expect(written).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written.map((calls) => calls.length)).toEqual([1, 300]);
  expect(told.noted).toBe(2);
});

test('a window that asks gets what waits, and windows are told no more often for it', async () => {
  const { add, written, told, notes, settled } = notesWorld();
  add('1');
  await settled();
  for (let count = 0; count < 20; count += 1) {
    add('1');
    await notes.flush();
  }
  expect(written.flat()).toHaveLength(21);
  expect(told.noted).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.noted).toBe(2);
});

test('the last use of a key is written every few seconds, and at the end', async () => {
  const { add, saved, notes } = notesWorld();
  for (let second = 0; second < 12; second += 1) {
    add('1');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(saved.length).toBeGreaterThanOrEqual(2);
  expect(saved.length).toBeLessThanOrEqual(4);
  add('1');
  const last = new Date().toISOString();
  await notes.end();
  expect(saved.at(-1)).toEqual([`1 ${last}`]);
});

test('nothing is lost at the end, and a key that is gone is not written', async () => {
  const { add, written, saved, notes, known, settled } = notesWorld();
  add('1');
  await settled();
  add('1', 'late');
  add('2', 'late too');
  known.delete('2');
  await notes.end();
  expect(written.flat().map(({ call }) => call)).toEqual(['GET /v1/models', 'late', 'late too']);
  expect(saved.flat().some((one) => one.startsWith('2'))).toBe(false);
});

test('what is beyond the limits is deleted after some hundreds of calls, not once a day', async () => {
  const { add, told, notes } = notesWorld();
  for (let count = 0; count < 499; count += 1) add('1');
  await notes.flush();
  expect(told.tidied).toBe(0);
  add('1');
  await notes.flush();
  expect(told.tidied).toBe(1);
});
