/** How many days and weeks have a backup. */
const daily = 7;
const weekly = 4;

const day = 86_400_000;

/** `compute-desk-1a2b3c4d-20261123T140500Z.backup`: of which data folder, and when, so that several share a folder. */
export function nameOfBackup(id: string, at: Date): string {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `compute-desk-${id}-${time}.backup`;
}

/** When one of this data folder was made; null for whatever else lies there. */
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
 * Which of a folder's files are not needed any more: the newest of each of the last seven days that have one stay, and
 * of each of the last four weeks. What others wrote is theirs; what is of the future, by a clock that was wrong, is
 * neither counted nor taken away.
 */
export function unneeded(names: readonly string[], id: string, now: Date): string[] {
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
