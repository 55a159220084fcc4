import type { Language } from './language.ts';

const locales: Record<Language, string> = { en: 'en-GB', ja: 'ja-JP' };

/** English units that are the same for one and for many, and short enough for a narrow column. */
const english: Readonly<Record<string, string>> = { hour: 'h', minute: 'min', second: 's' };

/** Cached: creating a format takes longer than using it. */
const made = new Map<string, Intl.NumberFormat>();

function numbersOf(unit: string, language: Language): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const format =
    made.get(key) ??
    new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'short' });
  made.set(key, format);
  return format;
}

/** Formats a duration in milliseconds by its two largest units: `4 min 20 s`, `2 days 3 h`, `4 分 20 秒`. */
export function formatDuration(milliseconds: number, language: Language): string {
  const total = Math.max(0, Math.round(milliseconds / 1000));
  const parts: [number, string][] = [
    [Math.floor(total / 86_400), 'day'],
    [Math.floor(total / 3600) % 24, 'hour'],
    [Math.floor(total / 60) % 60, 'minute'],
    [total % 60, 'second'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  const shown = first < 0 ? parts.slice(3) : parts.slice(first, first + 2);
  return shown
    .filter(([amount], index) => index === 0 || amount > 0)
    .map(([amount, unit]) => {
      const short = language === 'en' ? english[unit] : undefined;
      return short === undefined ? numbersOf(unit, language).format(amount) : `${amount} ${short}`;
    })
    .join(' ');
}
