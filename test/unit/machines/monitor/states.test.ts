import { expect, test } from 'vitest';
import { readState } from '../../../../main/machines/choices/states.ts';
import type { MachineState } from '../../../../preload/contract/machines/machines.ts';

const expectations: Record<MachineState, string[]> = {
  up: [
    'OK',
    'ok',
    ' Ok ',
    'active',
    'up',
    'UP',
    'operational',
    'Available',
    '正常',
    '稼働中',
    'ＯＫ',
  ],
  down: [
    'NG',
    'ng',
    'unavailable',
    'down',
    'not available',
    'non-operational',
    'major outage',
    '停止中',
  ],
  degraded: ['degraded', 'DEGRADED', 'partial_outage', 'PartialOutage', 'partially unavailable'],
  maintenance: [
    'under_maintenance',
    'Maintenance',
    'down for maintenance',
    'UnderMaintenance',
    '保守中',
  ],
  unknown: ['', 'other', 'unknown', '7', 'true', 'bongo', 'uptown', 'ngx', 'no problems'],
};

const cases = Object.entries(expectations).flatMap(([state, texts]) =>
  texts.map((text) => [text, state] as const),
);

test.each(cases)('"%s" means %s', (text, state) => {
  expect(readState(text)).toBe(state);
});
