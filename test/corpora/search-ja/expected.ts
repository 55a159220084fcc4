/**
 * Which texts a query finds, worked out without the app's search: every text is looked through for every
 * part of the query, both decomposed as a whole (Unicode NFKD), freed of accents, and put together again.
 */
export function expectedHits(texts: readonly string[], query: string): number[] {
  return expectedIn([texts], query);
}

/** The same of texts that have several forms: each part of the query stands in one of them. */
export function expectedIn(forms: readonly (readonly string[])[], query: string): number[] {
  const wanted = partsOf(query).map(plain);
  if (wanted.length === 0) return [];
  const seen = forms.map((texts) => texts.map(plain));
  return (forms[0] ?? []).flatMap((_, at) =>
    wanted.every((part) => seen.some((texts) => texts[at]?.includes(part))) ? [at] : [],
  );
}

function partsOf(query: string): string[] {
  const parts: string[] = [];
  for (const [at, stretch] of query.split('"').entries()) {
    // between quotes as it stands, else cut at blanks
    parts.push(...(at % 2 === 1 ? [stretch] : stretch.split(/\s+/)));
  }
  return parts.filter((part) => part.trim() !== '');
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/\u00ad|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC');
}
