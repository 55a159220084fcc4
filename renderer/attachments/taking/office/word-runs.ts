import type { DocumentText } from './document-text.ts';
import { FormattedText, type Look, readingOf } from './formatted-text.ts';
import { FormulaReader } from './formula.ts';
import { texOfOmml } from './omml.ts';
import type { Attributes } from './parts.ts';
import { symbolOf } from './symbols.ts';

/** Returns the character formatting of a style. */
export type LookOf = (style: string | undefined) => Look;

const isOn = (attributes: Attributes): boolean =>
  !/^(?:0|false|off|none)$/.test(attributes.get('val') ?? '');

/** Reads the characters of Word's paragraphs: runs, phonetic readings, formulas (ECMA-376, part 1, 17.3). */
export class WordRuns {
  readonly #marked: FormattedText;
  readonly #lookOf: LookOf;
  readonly #looks: Look[] = [];
  #paragraph: Look = {};
  #inText = false;
  /** Base texts of the open phonetic readings; the innermost last. */
  readonly #readings: string[] = [];
  #inReading = 0;
  #formula: FormulaReader | null = null;
  #isDisplay = false;

  constructor(written: DocumentText, lookOf: LookOf = () => ({})) {
    this.#marked = new FormattedText(written);
    this.#lookOf = lookOf;
  }

  get isInFormula(): boolean {
    return this.#formula !== null;
  }

  get #look(): Look {
    return this.#looks.at(-1) ?? this.#paragraph;
  }

  /** Sets the paragraph style of the next characters. */
  style(style: string | undefined): void {
    this.#paragraph = this.#lookOf(style);
  }

  open(name: string, attributes: Attributes): void {
    if (this.#formula !== null) this.#formula.open(name, attributes);
    else if (name === 'oMath') {
      this.#formula = new FormulaReader();
      this.#formula.open(name, attributes);
    } else if (name === 'oMathPara') this.#isDisplay = true;
    else if (name === 'r') this.#looks.push(this.#look);
    else if (name === 'ruby') this.#readings.push('');
    else if (name === 'rt') this.#inReading += 1;
    else if (name === 't') this.#inText = true;
    else if (this.#looks.length > 0) this.#openInRun(name, attributes);
  }

  close(name: string): void {
    if (this.#formula !== null) {
      const formula = this.#formula.close();
      if (formula === null) return;
      this.#formula = null;
      const tex = texOfOmml(formula);
      const mark = this.#isDisplay ? '$$' : '$';
      if (tex !== '') this.#marked.say(`${mark}${tex}${mark}`, this.#look);
    } else if (name === 'oMathPara') this.#isDisplay = false;
    else if (name === 'r') this.#looks.pop();
    else if (name === 'rt') this.#inReading -= 1;
    else if (name === 't') this.#inText = false;
    else if (name === 'ruby') this.#marked.say(readingOf(this.#readings.pop() ?? ''), this.#look);
  }

  text(text: string): void {
    if (this.#formula !== null) this.#formula.text(text);
    else if (!this.#inText) return;
    else if (this.#inReading > 0) {
      this.#readings.push((this.#readings.pop() ?? '') + text);
    } else this.#marked.say(text, this.#look);
  }

  flush(): void {
    this.#marked.flush();
  }

  #openInRun(name: string, attributes: Attributes): void {
    const say = (text: string) => {
      if (this.#inReading === 0) this.#marked.say(text, this.#look);
    };
    if (name === 'vanish' || name === 'specVanish') this.#change({ hidden: isOn(attributes) });
    else if (name === 'strike' || name === 'dstrike') this.#change({ struck: isOn(attributes) });
    else if (name === 'vertAlign') {
      const value = attributes.get('val') ?? '';
      const raised = value === 'superscript' ? 'super' : value === 'subscript' ? 'sub' : undefined;
      this.#change({ raised });
    } else if (name === 'rStyle') this.#change(this.#lookOf(attributes.get('val')));
    else if (name === 'tab' || name === 'ptab') say('\t');
    else if (name === 'br' || name === 'cr') say('\n');
    else if (name === 'noBreakHyphen') say('-');
    else if (name === 'sym')
      say(symbolOf(attributes.get('font') ?? '', attributes.get('char') ?? ''));
    else if (name === 'footnoteReference') this.#marked.say(`[^${attributes.get('id') ?? ''}]`);
    else if (name === 'endnoteReference') this.#marked.say(`[^e${attributes.get('id') ?? ''}]`);
  }

  #change(change: Look): void {
    const look = this.#looks.pop() ?? {};
    this.#looks.push({ ...look, ...change });
  }
}
