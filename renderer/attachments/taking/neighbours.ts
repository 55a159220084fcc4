/**
 * Korean and simplified Chinese encodings use the same bytes as EUC-JP: any such file decodes as any of them. The
 * decoded language decides: its most frequent characters make up much of a text, and hardly occur in the wrong
 * encoding.
 */
interface Language {
  readonly encoding: 'euc-kr' | 'gb18030';
  readonly letter: RegExp;
  /** Frequent characters of the language that the others use seldom or never. */
  readonly common: ReadonlySet<string>;
  /** Minimum share of these among the letters. */
  readonly least: number;
}

const languages: readonly Language[] = [
  {
    encoding: 'euc-kr',
    letter: /[\uac00-\ud7a3]/g,
    common: new Set(
      '이다는을의에가한고하지로서사기도어그나시대리인자은를과아와전제정해수있보스일원장안동여부주상들으었라만세국구',
    ),
    least: 0.2,
  },
  {
    encoding: 'gb18030',
    letter: /[\u3400-\u9fff]/g,
    common: new Set(
      '的了是在我有他这们来到时要就会可你对生说为国个么没着样还过开点动问给让长从间发经现进种学后军无两头当与产业机实电东计应关设统据网请运输错误检查',
    ),
    least: 0.12,
  },
];

/** Returns the likelihood that a text is in a language, by its letters: 0 for no similarity. */
function likeness(text: string, { letter, common, least }: Language): number {
  const letters = text.match(letter) ?? [];
  const foreign =
    text.match(/[^\s\u0020-\u007e\u00b7\u2010-\u2027\u3000-\u3011\uff01-\uff5e]/g) ?? [];
  if (letters.length === 0 || letters.length < foreign.length * 0.8) return 0;
  const share = letters.filter((one) => common.has(one)).length / letters.length;
  return share >= least ? share : 0;
}

/** Kana make a text Japanese, whatever else it may decode as. */
export function hasKana(text: string): boolean {
  const kana = text.match(/[\u3041-\u30fa]/g)?.length ?? 0;
  const foreign = text.match(/[^\s\u0020-\u007e]/g)?.length ?? 0;
  return kana > 0 && kana >= foreign * 0.05;
}

/**
 * Returns the neighbour language of the bytes, null for none.
 * @param decode the text in an encoding, null if the bytes are invalid in it
 */
export function neighbour<T extends { readonly text: string }>(
  decode: (encoding: string) => T | null,
): T | null {
  const found = languages.flatMap((language) => {
    const one = decode(language.encoding);
    return one === null
      ? []
      : [{ one, share: likeness(one.text.slice(0, 65_536), language) / language.least }];
  });
  const [best] = found.sort((a, b) => b.share - a.share);
  return best !== undefined && best.share > 0 ? best.one : null;
}
