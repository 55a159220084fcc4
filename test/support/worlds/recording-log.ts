import type { Log } from '../../../main/base/host.ts';

/** A log that keeps its records for the test to look at. */
export function recordingLog(): Log & { readonly records: { event: string; text: string }[] } {
  const records: { event: string; text: string }[] = [];
  const keep = (event: string, rest: unknown) =>
    void records.push({ event, text: JSON.stringify(rest) ?? '' });
  return {
    records,
    info: keep,
    error: (event, cause, facts) => keep(event, { cause: String(cause), ...facts }),
  };
}
