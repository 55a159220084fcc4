import type { Log } from '../host.ts';

/** Runs work in the background; logs a failure under the event's name. */
export function inBackground(
  log: Pick<Log, 'error'>,
): (event: string, work: Promise<unknown>, facts?: Readonly<Record<string, unknown>>) => void {
  return (event, work, facts) => {
    work.catch((cause: unknown) => log.error(event, cause, facts));
  };
}
