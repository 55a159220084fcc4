import type { Parts } from './parts.ts';

/** Meaning of a cell's number (ECMA-376, part 1, 18.8.30): a number, a date, a time, or both. */
export type NumberMeaning = 'number' | 'date' | 'time' | 'date-time';

/** Built-in formats, including those of East Asian languages. */
function ofKnownFormat(id: number): NumberMeaning {
  if (id === 22) return 'date-time';
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47) || (id >= 32 && id <= 35)) return 'time';
  const isDate = (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return isDate ? 'date' : 'number';
}

/** Returns the signs of a format without texts, escaped characters and colours; `[h]` counts hours beyond a day. */
function signsOf(code: string): string {
  let signs = '';
  for (let at = 0; at < code.length; at += 1) {
    const sign = code.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === '"' || sign === '[') {
      const end = code.indexOf(sign === '"' ? '"' : ']', at + 1);
      const inside = code.slice(at + 1, end < 0 ? code.length : end).toLowerCase();
      if (sign === '[' && /^(?:h+|m+|s+)$/.test(inside)) signs += 'h';
      at = end < 0 ? code.length : end;
    } else signs += sign.toLowerCase();
  }
  return signs;
}

function ofFormat(code: string): NumberMeaning {
  const bare = signsOf(code.slice(0, 1_000));
  const hasDay = /[yd]/.test(bare) || (bare.includes('m') && !/[hs]/.test(bare));
  const hasTime = /[hs]/.test(bare);
  if (hasDay) return hasTime ? 'date-time' : 'date';
  return hasTime ? 'time' : 'number';
}

/** A cell style. */
export interface CellStyle {
  readonly meaning: NumberMeaning;
  /** Its font strikes the text through. */
  readonly struck: boolean;
}

/** Returns the cell styles by index. */
export async function readCellStyles(parts: Parts, name: string | undefined): Promise<CellStyle[]> {
  const fonts: boolean[] = [];
  let inFonts = false;
  const codes = new Map<number, string>();
  const styles: CellStyle[] = [];
  let inCells = false;
  if (name !== undefined && parts.has(name)) {
    await parts.read(name, {
      open(element, attributes) {
        const id = Number(attributes.get('numFmtId'));
        if (element === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '');
        else if (element === 'fonts') inFonts = true;
        else if (element === 'font' && inFonts) fonts.push(false);
        else if (element === 'strike' && inFonts && isOn(attributes.get('val'))) {
          fonts[fonts.length - 1] = true;
        } else if (element === 'cellXfs') inCells = true;
        else if (element === 'xf' && inCells) {
          const code = codes.get(id);
          const meaning = code === undefined ? ofKnownFormat(id) : ofFormat(code);
          styles.push({ meaning, struck: fonts[Number(attributes.get('fontId'))] ?? false });
        }
      },
      close(element) {
        if (element === 'cellXfs') inCells = false;
        else if (element === 'fonts') inFonts = false;
      },
    });
  }
  return styles;
}

const isOn = (value: string | undefined): boolean => !/^(?:0|false)$/.test(value ?? '');

const msOfDay = 86_400_000;

/** Formats a stored number by its meaning; days are counted from the end of 1899, or from 1904. */
export function shownNumber(text: string, meaning: NumberMeaning, from1904: boolean): string {
  const days = Number(text);
  if (meaning === 'number' || text === '' || !Number.isFinite(days)) return text;
  if (days < 0 || days > 2_958_466) return text;
  if (meaning === 'time' && days >= 1) return text;
  // the 1900 calendar has a 29 February; days before 1 March are counted without it
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const at = new Date(first + Math.round((days * msOfDay) / 1000) * 1000).toISOString();
  const day = at.slice(0, 10);
  const time = at.slice(11, 19);
  if (meaning === 'time') return time;
  return meaning === 'date' || time === '00:00:00' ? day : `${day} ${time}`;
}
