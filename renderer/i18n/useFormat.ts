import { useMemo } from 'react';
import * as format from './format.ts';
import { useLanguage } from './index.ts';

/** The formats bound to the active language. Times are epoch milliseconds. */
export function useFormat() {
  const language = useLanguage();
  return useMemo(
    () => ({
      number: (value: number) => format.formatNumber(value, language),
      percent: (share: number) => format.formatPercent(share, language),
      share: (share: number) => format.formatShare(share, language),
      bytes: (bytes: number) => format.formatBytes(bytes, language),
      scripts: (codes: readonly string[]) => format.formatScripts(codes, language),
      duration: (milliseconds: number) => format.formatDuration(milliseconds, language),
      month: (time: number) => format.formatMonth(time, language),
      date: (time: number) => format.formatDate(time, language),
      clock: (time: number) => format.formatClock(time, language),
      brief: (time: number) => format.formatBrief(time, language),
      dateTime: (time: number) => format.formatDateTime(time, language),
      time: (time: number, now: number) => format.formatTime(time, now, language),
      age: (time: number, now: number) => format.formatAge(time, now, language),
      absolute: (time: number) => format.formatAbsolute(time, language),
    }),
    [language],
  );
}
