/** Scripts used in names, by their ISO 15924 codes; everything else counts as one more. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latn', /\p{Script=Latn}/u],
  ['Grek', /\p{Script=Grek}/u],
  ['Cyrl', /\p{Script=Cyrl}/u],
  ['Armn', /\p{Script=Armn}/u],
  ['Hebr', /\p{Script=Hebr}/u],
  ['Arab', /\p{Script=Arab}/u],
  ['Deva', /\p{Script=Deva}/u],
  ['Beng', /\p{Script=Beng}/u],
  ['Taml', /\p{Script=Taml}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Geor', /\p{Script=Geor}/u],
  ['Hang', /\p{Script=Hang}/u],
  ['Hira', /\p{Script=Hira}/u],
  ['Kana', /\p{Script=Kana}/u],
  ['Bopo', /\p{Script=Bopo}/u],
  ['Hani', /\p{Script=Hani}/u],
];
const unknown = 'Zzzz';
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Scripts used together in Chinese, Japanese and Korean, each beside Latin (UTS #39, highly restrictive). */
const together = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
];

/**
 * Letters of other scripts that look like Latin ones (from UTS #39's confusables), each before its Latin look-alike.
 */
const alike = `аa ӓa ԁd еe ёe ҽe һh іi їi јj ӏl оo рp ԛq ѕs сc ѵv ԝw хx уy үy вb кk мm нh тt гr пn шw зz
   αa βb εe ηn ιi κk νv οo ρp σo τt υu χx γy ωw ϲc
   օo սu ոn հh ցg զq յj ք p
   ıi ɑa ɡg ɩi ʟl ƅb ƽs ꜱs ᴄc ᴏo ᴜu ᴠv ᴡw ᴢz ƿp ɪi ʏy
   ᎥI ꓲl ꓳo ⲟo ⲥc ⲣp ԍg`;
/** Stroked letters of European languages, each before the one without. */
const stroked = 'øo đd ħh łl ŧt';
const taken = pairs(alike);
const plain = pairs(stroked);

function pairs(table: string): ReadonlyMap<string, string> {
  return new Map(
    table
      .split(/\s+/)
      .filter((pair) => [...pair].length === 2)
      .map((pair) => {
        const [letter = '', latin = ''] = pair;
        return [letter, latin.toLowerCase()];
      }),
  );
}

/** Kana and strokes that look like a slash or a dot beside Latin letters. */
const strokes = /[a-z0-9][ノソゾンハ丶丿〳〵〆・][a-z0-9]/u;

/** Returns the scripts of a name's part if they do not belong together, else none. */
export function mixedScripts(label: string): readonly string[] {
  const found = new Set<string>();
  for (const letter of label) {
    if (!shared.test(letter)) found.add(scripts.find(([, is]) => is.test(letter))?.[0] ?? unknown);
  }
  const mixed =
    found.size > 1 && !together.some((set) => [...found].every((one) => set.includes(one)));
  return mixed || strokes.test(label) ? [...found] : [];
}

/**
 * Returns the plain Latin reading of a name's part if it differs; else null. `forged` if a letter only looks like a
 * Latin one; marks and strokes on Latin letters are normal in many languages.
 */
export function readsLike(
  label: string,
): { readonly like: string; readonly forged: boolean } | null {
  if (/^[\x20-\x7e]*$/.test(label)) return null;
  const letters = [...label.normalize('NFD').replaceAll(/\p{M}/gu, '')];
  const like = letters.map((letter) => taken.get(letter) ?? plain.get(letter) ?? letter).join('');
  if (!/^[a-z0-9-]+$/.test(like)) return null;
  return { like, forged: letters.some((letter) => taken.has(letter)) };
}

/** Splits a name where its letters change between a to z and others; `at` in UTF-16 units. */
export function runsOf(
  name: string,
): readonly { readonly at: number; readonly text: string; readonly other: boolean }[] {
  return [...name.matchAll(/[\x20-\x7e]+|[^\x20-\x7e]+/g)].map(({ index, 0: text }) => ({
    at: index,
    text,
    other: !/^[\x20-\x7e]/.test(text),
  }));
}
