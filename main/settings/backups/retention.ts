/** Number of days and weeks with a backup. */
const daily = 7;
const weekly = 4;

const day = 86_400_000;

/**
 * Returns `compute-desk-1a2b3c4d-20261123T140500Z.backup`: its data folder and its time, so that several can share a
 * folder.
 */
export function backupFileName(id: string, at: Date): string {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `compute-desk-${id}-${time}.backup`;
}

/** Returns the time of a backup of this data folder; null for any other file. */
function timeOf(name: string, id: string): number | null {
  const match = /^compute-desk-([\da-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(
    name,
  );
  if (match === null || match[1] !== id) return null;
  const [, , year, month, date, hours, minutes, seconds] = match;
  const time = Date.parse(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time) ? null : time;
}

/**
 * Returns the files that are no longer needed: of the last seven days with a backup each keeps its newest, and so does
 * each of the last four weeks. Ignores other files, and neither counts nor deletes backups from the future, made under
 * a wrong clock.
 */
export function expiredBackups(names: readonly string[], id: string, now: Date): string[] {
  const own = names
    .flatMap((name) => {
      const time = timeOf(name, id);
      return time === null || time > now.getTime() ? [] : [{ name, time }];
    })
    .sort((one, other) => other.time - one.time);
  const kept = new Set<string>();
  const keep = (most: number, periodOf: (time: number) => number): void => {
    const periods = new Set<number>();
    for (const { name, time } of own) {
      const period = periodOf(time);
      if (periods.has(period) || periods.size >= most) continue;
      periods.add(period);
      kept.add(name);
    }
  };
  keep(daily, (time) => Math.floor(time / day));
  // weeks begin on Monday; the first of January 1970 was a Thursday
  keep(weekly, (time) => Math.floor((time / day + 3) / 7));
  return own.map(({ name }) => name).filter((name) => !kept.has(name));
}
