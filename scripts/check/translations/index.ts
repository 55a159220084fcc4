import { type Checker, error, type Finding } from '../finding.ts';
import { placeholders, readTexts, type Texts, textsFolder, withoutPlural } from './texts.ts';
import { findUses, type Uses } from './uses.ts';

/** Names and signs that are the same in Japanese. */
const sameInJapanese = new Set(['Web API', 'Compute Desk', 'English', '日本語', 'OK']);

/** Both languages have the same texts, and the renderer uses each of them. */
export const translations: Checker = async (root) => {
  const [english, japanese, uses] = await Promise.all([
    readTexts(root, 'en'),
    readTexts(root, 'ja'),
    findUses(root),
  ]);
  return [...compare(english, japanese), ...unused(english, uses), ...unknown(english, uses)];
};

function compare(english: Texts, japanese: Texts): Finding[] {
  const findings: Finding[] = [];
  for (const [key, text] of english) {
    const translated = japanese.get(key);
    if (text.trim() === '') findings.push(error(place('en', key), `"${key}" is empty`));
    if (translated === undefined) {
      // Japanese has no singular form of its own.
      if (!key.endsWith('_one')) findings.push(error(place('ja', key), `"${key}" is missing`));
    } else findings.push(...compareText(key, text, translated));
  }
  for (const key of japanese.keys()) {
    if (!english.has(key)) findings.push(error(place('en', key), `"${key}" is missing`));
  }
  return findings;
}

function compareText(key: string, text: string, translated: string): Finding[] {
  const at = place('ja', key);
  const wanted = placeholders(text).join(', ');
  const found = placeholders(translated).join(', ');
  if (wanted !== found) {
    return [error(at, `"${key}" has the placeholders [${found}], in English [${wanted}]`)];
  }
  const words = text.replaceAll(/\{\{[^}]*\}\}/g, '');
  if (text === translated && /\p{Letter}{2}/u.test(words) && !sameInJapanese.has(text)) {
    return [error(at, `"${key}" is still English: ${text}`)];
  }
  return [];
}

function unused(english: Texts, uses: Uses): Finding[] {
  return [...english.keys()]
    .filter((key) => !uses.covers(key))
    .map((key) => error(place('en', key), `"${key}" is not used`));
}

function unknown(english: Texts, uses: Uses): Finding[] {
  const known = new Set([...english.keys()].map(withoutPlural));
  return uses.asked
    .filter(({ key }) => !known.has(key))
    .map(({ key, place: at }) => error(at, `"${key}" is not in the texts`));
}

function place(language: string, key: string): string {
  return `${textsFolder(language)}/${key.split('.')[0]}.json`;
}
