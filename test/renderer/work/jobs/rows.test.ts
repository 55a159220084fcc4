import { describe, expect, test } from 'vitest';
import {
  linesOf,
  matching,
  type SortColumn,
  sortJobs,
} from '../../../../renderer/features/work/jobs/list/rows.ts';
import { appended, countLines } from '../../../../renderer/features/work/jobs/panel/log.ts';
import { labelWidth, timelineOf } from '../../../../renderer/features/work/jobs/panel/timeline.ts';
import { readable } from '../../../../renderer/kit/readable.ts';
import { job } from './job.ts';

const now = Date.now();
const midnight = new Date(now).setHours(0, 0, 0, 0);

describe('the list of jobs', () => {
  test('has what ended unseen on top, then what runs, waits and ended', () => {
    const jobs = [
      job('1', { state: 'waiting' }),
      job('2', { state: 'running' }),
      job('3', { state: 'failed', endedAt: now, unseen: true }),
      job('4', { state: 'done', endedAt: midnight + 1 }),
      job('5', { state: 'done', endedAt: midnight - 1 }),
    ];
    const lines = linesOf(jobs, midnight, new Set(['waiting']));
    expect(lines.map((line) => ('job' in line ? line.job.id : line.group))).toEqual([
      'unseen',
      '3',
      'running',
      '2',
      'waiting',
      'today',
      '4',
      'earlier',
      '5',
    ]);
  });

  test('is filtered by words, owner, machine and partition, and sorted, with 10,000 jobs', () => {
    const jobs = Array.from({ length: 10_000 }, (_, n) =>
      job(String(n), {
        name: `step-${n % 100}`,
        own: n % 2 === 0,
        followed: false,
        queue: n % 3 === 0 ? 'gpu' : 'cpu',
        elapsedSeconds: n === 7 ? null : n,
      }),
    );
    const all = { text: '', own: false, machine: '', queue: '' };
    expect(matching(jobs, { ...all, text: 'STEP-42 gpu' })).toHaveLength(34);
    expect(matching(jobs, { ...all, own: true })).toHaveLength(5000);
    expect(matching(jobs, { ...all, queue: 'gpu' })).toHaveLength(3334);
    expect(matching(jobs, { ...all, machine: 'other' })).toEqual([]);
    const texts = { compare: (a: string, b: string) => a.localeCompare(b), word: String };
    const sorted = sortJobs(jobs, { column: 'time', ascending: true }, texts);
    expect(sorted[0]?.id).toBe('0');
    expect(sorted.at(-1)?.id).toBe('7');
  });

  test('is sorted by each column, absent values last both ways', () => {
    const few = { machine: 'a', project: 'a', user: 'a', nodes: 2, queue: 'a', submittedAt: 2 };
    const many = { machine: 'b', project: 'b', user: 'b', nodes: 10, queue: 'b', submittedAt: 10 };
    const none = { project: null, user: null, nodes: null, queue: null, submittedAt: null };
    const jobs = [job('none', { ...none, machine: 'c' }), job('many', many), job('few', few)];
    const texts = { compare: (a: string, b: string) => a.localeCompare(b), word: String };
    const ids = (column: SortColumn, ascending: boolean) =>
      sortJobs(jobs, { column, ascending }, texts).map(({ id }) => id);
    for (const column of ['project', 'user', 'nodes', 'queue', 'submitted'] as const) {
      expect(ids(column, true)).toEqual(['few', 'many', 'none']);
      expect(ids(column, false)).toEqual(['many', 'few', 'none']);
    }
    expect(ids('machine', true)).toEqual(['few', 'many', 'none']);
  });
});

describe('a timeline', () => {
  const from = now - 100_000;
  const at = (started: number, ended: number, limitSeconds: number) => {
    const times = { submittedAt: from, startedAt: from + started, endedAt: from + ended };
    return timelineOf(job('1', { state: 'done', ...times, limitSeconds }), now)?.marks ?? [];
  };

  test('has each label below its mark where there is room', () => {
    const marks = at(40_000, 68_000, 60);
    expect(marks.map(({ mark }) => mark)).toEqual(['submitted', 'started', 'ended', 'limit']);
    expect(marks.map(({ side }) => side)).toEqual(['left', 'center', 'center', 'right']);
    for (const { share, dot } of marks) expect(dot).toBeCloseTo(share);
    const [, started] = marks;
    expect((started?.label ?? 0) + labelWidth / 2).toBeCloseTo(started?.share ?? 1);
  });

  test('moves apart what would collide, each label on the side of its mark, and hides no mark', () => {
    const marks = at(0, 2000, 100);
    expect(marks[2]?.share).toBeCloseTo(0.02);
    for (const [index, { dot, label }] of marks.entries()) {
      const before = marks[index - 1];
      if (before === undefined) continue;
      expect(dot - before.dot).toBeGreaterThan(0.03);
      expect(label - before.label).toBeGreaterThanOrEqual(labelWidth - 1e-9);
    }
    expect(marks.map(({ side }) => side)).toEqual(['left', 'left', 'left', 'right']);
    expect(Math.max(...marks.map(({ label }) => label))).toBeLessThanOrEqual(1 - labelWidth);
  });

  test('is none where no time is told', () => {
    expect(timelineOf(job('1', { submittedAt: null, startedAt: null }), now)).toBeNull();
  });
});

describe('output', () => {
  test('has neither escape sequences nor characters that hide or turn others, and the last state of a line', () => {
    const esc = '\u001b';
    expect(
      readable(`${esc}[31mred${esc}[0m\r\n${esc}]0;title\u0007a\u202eb\u0000\n10%\r20%\r30%\n`),
    ).toBe('red\nab\n30%\n');
    expect(countLines('')).toBe(0);
    expect(countLines('a\nb')).toBe(2);
  });

  test('grows by what follows, and begins again when the file was written anew', () => {
    const first = { text: 'one\n', from: 0, to: 4, size: 4 };
    const second = appended(first, { text: 'two\n', from: 4, to: 8, size: 8 });
    expect(second).toEqual({ text: 'one\ntwo\n', from: 0, to: 8, size: 8 });
    const anew = { text: 'x', from: 0, to: 1, size: 1 };
    expect(appended(second, anew)).toBe(anew);
  });
});
