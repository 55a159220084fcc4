import { expect, test } from 'vitest';
import { createEvents } from '../../../main/base/events.ts';

test('a window that cannot be told something is the fault of neither the others nor who tells it', () => {
  const faults: unknown[] = [];
  const events = createEvents((name, cause) => void faults.push([name, cause]));
  const heard: unknown[] = [];
  const fault = new Error('An object could not be cloned.');
  events.on(() => {
    throw fault;
  });
  events.on((name) => void heard.push(name));
  events.emit('app.command', { command: 'palette' });
  expect(heard).toEqual(['app.command']);
  expect(faults).toEqual([['app.command', fault]]);
});
