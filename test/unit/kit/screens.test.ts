import { expect, test } from 'vitest';
import { belowLine, screensAt } from '../../../renderer/kit/screens.ts';

test('a line parts the screens of work from those of access, in whatever order they come', () => {
  expect(belowLine(screensAt('top', null, null))).toBe('clients');
  expect(belowLine(['chat', 'certificates', 'tools', 'programs', 'clients'])).toBe('certificates');
  expect(belowLine(screensAt('bottom', null, null))).toBe(undefined);
  expect(belowLine(['certificates', 'tools', 'programs', 'chat'])).toBe(undefined);
});
