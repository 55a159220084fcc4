/** The app's languages. */
export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

/**
 * Returns the language of the app's texts: the user's setting, else the first supported one of the wishes, else
 * English.
 * @param wishes BCP 47 tags, best first
 */
export function chooseLanguage(
  wishes: readonly string[],
  setting: 'system' | Language = 'system',
): Language {
  if (setting !== 'system') return setting;
  for (const wish of wishes) {
    const primary = wish.trim().toLowerCase().split(/[-_]/)[0];
    const found = languages.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}

/** Returns the tags of `Accept-Language` (RFC 9110, section 12.5.4), the most wanted first. */
export function acceptedLanguages(header = ''): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
