import type { Language } from './language.ts';

const locales: Record<Language, string> = { en: 'en-GB', ja: 'ja-JP' };

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

/** Formats a duration in milliseconds by its two largest units: `4 min 20 sec`, `2 days, 3 hr`. */
export function formatDuration(milliseconds: number, language: Language): string {
  const total = Math.max(0, Math.round(milliseconds / 1000));
  const parts: [number, string][] = [
    [Math.floor(total / 86_400), 'day'],
    [Math.floor(total / 3600) % 24, 'hour'],
    [Math.floor(total / 60) % 60, 'minute'],
    [total % 60, 'second'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  const shown = first < 0 ? [parts[3] ?? [0, 'second']] : parts.slice(first, first + 2);
  const japanese = language === 'ja';
  return shown
    .filter(([amount], index) => index === 0 || (amount ?? 0) > 0)
    .map(([amount, unit]) => {
      const text = numbersOf(String(unit), language).format(Number(amount));
      // Japanese puts no space between a number and its unit.
      return japanese ? text.replace(' ', '') : text;
    })
    .join(japanese ? '' : ' ');
}
