import { globSync } from 'node:fs';

/** Debian's libfaketime, for programs with threads; undefined where it is not installed. */
const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];

/** Why no process can be given another clock; null where one can. */
export const whyNoClock = library === undefined ? 'libfaketime is not installed' : null;

/**
 * For the environment of a process whose wall clock is so many days from this computer's: of its threads, of SQLite, of
 * OpenSSL. Uptime and the times of files are as they are.
 */
export function clockOff(days: number): Record<string, string> {
  if (library === undefined) throw new Error('libfaketime is not installed');
  return {
    LD_PRELOAD: library,
    FAKETIME: `${days < 0 ? '' : '+'}${days}d`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}
