import { expect, test } from 'vitest';
import { backupFileName, expiredBackups } from '../../../main/settings/backups/retention.ts';

const id = '0a1b2c3d';
const at = (iso: string): Date => new Date(iso);
const named = (iso: string): string => backupFileName(id, at(iso));

test('of seventy days with two each, the newest of seven days and of four weeks stay', () => {
  const now = at('2026-11-23T12:00:00Z');
  const all = Array.from({ length: 70 }, (_, ago) => {
    const day = new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    return [named(`${day}T03:00:00Z`), named(`${day}T09:00:00Z`)];
  }).flat();
  const gone = new Set(expiredBackups(all, id, now));
  const days = all.filter((name) => !gone.has(name)).map((name) => name.slice(22, 37));
  // a Monday, the six days before, and the Sundays of the two weeks before those
  expect(days).toEqual([
    ...['20261123T090000', '20261122T090000', '20261121T090000', '20261120T090000'],
    ...['20261119T090000', '20261118T090000', '20261117T090000', '20261115T090000'],
    '20261108T090000',
  ]);
});

test('after months without the app, what is there stays', () => {
  const old = ['2026-01-05', '2026-01-12', '2026-01-19'].map((day) => named(`${day}T00:00:00Z`));
  expect(expiredBackups(old, id, at('2026-11-23T00:00:00Z'))).toEqual([]);
});

test('what others wrote, and what is of the future by a wrong clock, is left alone and not counted', () => {
  const now = at('2026-11-23T12:00:00Z');
  const others = [
    ...['notes.txt', 'compute-desk-0a1b2c3d-20261399T000000Z.backup', '.compute-desk-backups'],
    backupFileName('ffffffff', at('2026-11-20T00:00:00Z')),
    'compute-desk-2026-11-20.backup',
  ];
  const future = Array.from({ length: 12 }, (_, year) => named(`${2030 + year}-01-01T00:00:00Z`));
  const today = [named('2026-11-23T01:00:00Z'), named('2026-11-23T02:00:00Z')];
  expect(expiredBackups([...others, ...future, ...today], id, now)).toEqual([today[0]]);
});
