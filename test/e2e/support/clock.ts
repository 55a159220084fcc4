import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RunningApp } from '../../support/processes/running-app.ts';
import { callOf } from './page-calls.ts';

/** For the environment of an app whose clock a test sets. */
export const settableClock = {
  NODE_OPTIONS: `--import ${new URL('../../support/processes/shift-clock.mjs', import.meta.url).href}`,
};

/** Sets the app's clock ten minutes ahead. It takes that for a sleep of the computer, with which the vault locks else. */
export async function setClockAhead(desk: {
  readonly page: Page;
  readonly app: Pick<RunningApp, 'process' | 'output'>;
}): Promise<void> {
  await callOf(desk.page, 'settings.update', { lockWithComputer: false });
  desk.app.process.kill('SIGUSR2');
  // what is begun before it has come would be ten minutes old with it
  await expect.poll(() => desk.app.output()).toContain('the clock is ten minutes ahead');
}
