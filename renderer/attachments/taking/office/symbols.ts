/** Wingdings signs that carry meaning in texts, by the last two digits of their code. */
const wingdings: Readonly<Record<string, string>> = {
  '6c': '●',
  '6e': '■',
  '6f': '□',
  '71': '❑',
  '72': '❒',
  '9f': '•',
  a7: '▪',
  a8: '◻',
  d8: '➢',
  e0: '→',
  df: '←',
  e1: '↑',
  e2: '↓',
  e8: '➔',
  f0: '⇨',
  fb: '✗',
  fc: '✓',
  fd: '☒',
  fe: '☑',
  '4a': '☺',
  '4c': '☹',
};

/** Letters and signs of the font Symbol, by code; others are as in ASCII. */
const greek = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const small = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const symbols: Readonly<Record<string, string>> = {
  a3: '≤',
  a5: '∞',
  ab: '↔',
  ac: '←',
  ad: '↑',
  ae: '→',
  af: '↓',
  b0: '°',
  b1: '±',
  b3: '≥',
  b4: '×',
  b5: '∝',
  b6: '∂',
  b7: '•',
  b8: '÷',
  b9: '≠',
  ba: '≡',
  bb: '≈',
  bc: '…',
  c5: '⊕',
  c6: '∅',
  c7: '∩',
  c8: '∪',
  ce: '∈',
  cf: '∉',
  d0: '∠',
  d1: '∇',
  d5: '∏',
  d6: '√',
  d7: '⋅',
  d9: '∧',
  da: '∨',
  db: '⇔',
  dc: '⇐',
  de: '⇒',
  e5: '∑',
  f2: '∫',
};

/** Returns the character for a sign of a symbol font; `□` if unknown. */
export function symbolOf(font: string, code: string): string {
  const value = Number.parseInt(code, 16);
  if (!Number.isInteger(value) || value < 0x20 || value > 0xffff) return '';
  const last = (value & 0xff).toString(16).padStart(2, '0');
  if (/^wingdings$/i.test(font)) return wingdings[last] ?? '□';
  if (/^symbol$/i.test(font)) {
    const low = value & 0xff;
    if (low >= 0x41 && low <= 0x5a) return greek.charAt(low - 0x41);
    if (low >= 0x61 && low <= 0x7a) return small.charAt(low - 0x61);
    return symbols[last] ?? (low < 0x80 ? String.fromCharCode(low) : '□');
  }
  return value >= 0xe000 && value <= 0xf8ff ? '□' : String.fromCharCode(value);
}
