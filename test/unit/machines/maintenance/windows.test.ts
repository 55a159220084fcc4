import { expect, test } from 'vitest';
import { occurrencesOf } from '../../../../main/machines/maintenance/windows.ts';
import { createZones } from '../../../../main/machines/maintenance/zones.ts';
import type { MaintenanceWindow } from '../../../../preload/contract/machines/maintenance.ts';

const zones = createZones();
const usual: MaintenanceWindow = {
  ...{ id: 'w', title: '', machines: null, day: '2026-03-02', time: '02:30', minutes: 60 },
  ...{ zone: 'UTC', repeats: 'once', until: null },
};
const times = (change: Partial<MaintenanceWindow>, from: string, to: string): string[] =>
  occurrencesOf(zones, { ...usual, ...change }, { from: Date.parse(from), to: Date.parse(to) }).map(
    (one) => `${new Date(one.from).toISOString().slice(0, 16)}+${(one.to - one.from) / 60_000}`,
  );

test('a weekly window stays at its time by the clock, whose being put forward and back it follows', () => {
  // Berlin: 29 March 2026 has no 02:30, 25 October has it twice
  const weekly = { repeats: 'weekly', zone: 'Europe/Berlin', day: '2026-03-22' } as const;
  expect(times(weekly, '2026-03-20', '2026-04-07')).toEqual([
    '2026-03-22T01:30+60',
    '2026-03-29T01:30+60',
    '2026-04-05T00:30+60',
  ]);
  expect(times(weekly, '2026-10-17', '2026-11-02')).toEqual([
    '2026-10-18T00:30+60',
    '2026-10-25T00:30+60',
    '2026-11-01T01:30+60',
  ]);
  const lordHowe = { repeats: 'weekly', zone: 'Australia/Lord_Howe', day: '2026-03-29' } as const;
  expect(times(lordHowe, '2026-03-27', '2026-04-07')).toEqual([
    '2026-03-28T15:30+60',
    '2026-04-04T16:00+60',
  ]);
});

test('a monthly window is on its day, and not in months that lack it; or on its weekday', () => {
  const last = { repeats: 'monthly', day: '2026-01-31', time: '10:00' } as const;
  expect(times(last, '2026-01-01', '2026-06-01').map((one) => one.slice(0, 10))).toEqual([
    ...['2026-01-31', '2026-03-31', '2026-05-31'],
  ]);
  const second = { repeats: 'monthly-weekday', day: '2026-01-13', time: '10:00' } as const;
  expect(times(second, '2026-01-01', '2026-04-30').map((one) => one.slice(0, 10))).toEqual([
    ...['2026-01-13', '2026-02-10', '2026-03-10', '2026-04-14'],
  ]);
  const fifth = { repeats: 'monthly-weekday', day: '2026-01-30', time: '10:00' } as const;
  expect(times(fifth, '2026-01-01', '2026-05-01').map((one) => one.slice(0, 10))).toEqual([
    ...['2026-01-30', '2026-02-27', '2026-03-27', '2026-04-24'],
  ]);
});

test('a window has its last day, reaches into what is asked for, and is found far from its beginning', () => {
  const ending = { repeats: 'weekly', until: '2026-03-09' } as const;
  expect(times(ending, '2026-01-01', '2027-01-01')).toHaveLength(2);
  expect(times({ minutes: 44_640 }, '2026-03-20', '2026-03-21')).toEqual([
    '2026-03-02T02:30+44640',
  ]);
  expect(times({}, '2026-03-03', '2026-04-01')).toEqual([]);
  const old = { repeats: 'weekly', day: '1970-01-01' } as const;
  expect(times(old, '2199-11-20', '2199-11-28')).toEqual(['2199-11-21T02:30+60']);
  const monthly = { repeats: 'monthly', day: '1970-01-01' } as const;
  expect(times(monthly, '2199-11-20', '2199-12-02')).toEqual(['2199-12-01T02:30+60']);
});
