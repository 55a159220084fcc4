import { DocumentText, Rows } from './document-text.ts';
import { FormattedText, type Look } from './formatted-text.ts';
import { FormulaReader } from './formula.ts';
import { texOfOmml } from './omml.ts';
import { type Parts, type Relation, relationsOf } from './parts.ts';

/** Maximum slides of a presentation. */
const mostSlides = 5_000;

/** Returns the text of a presentation, slide by slide, with speaker notes (ECMA-376, part 1, 19). */
export async function readSlides(parts: Parts, main: string): Promise<string> {
  const relations = new Map<string, Relation>();
  for (const one of await relationsOf(parts, main)) relations.set(one.id, one);
  const slides: string[] = [];
  await parts.read(main, {
    open(name, attributes) {
      if (name !== 'sldId' || slides.length >= mostSlides) return;
      const target = relations.get(attributes.get('r:id') ?? idOf(attributes))?.target;
      if (target !== undefined) slides.push(target);
    },
  });
  const written = new DocumentText();
  let some = false;
  for (const [at, slide] of slides.entries()) {
    written.gap();
    some = (await readSlide(parts, slide, written, at + 1)) || some;
    const notes = (await relationsOf(parts, slide)).find(({ type }) => type === 'notesSlide');
    if (notes === undefined) continue;
    written.open();
    const noted = await readSlide(parts, notes.target, written);
    const lines = written.close();
    if (!noted) continue;
    some = true;
    written.say(`[Notes] ${lines.join('\n')}`);
    written.endLine();
  }
  return some ? written.text() : '';
}

/** The only attribute with a prefix, whatever the prefix is called. */
function idOf(attributes: ReadonlyMap<string, string>): string {
  for (const [name, value] of attributes) if (name.endsWith(':id')) return value;
  return '';
}

/** Returns the formatting in a run's properties (21.1.2.3.9). */
function lookOf(attributes: ReadonlyMap<string, string>): Look {
  const baseline = Number.parseInt(attributes.get('baseline') ?? '0', 10) || 0;
  const struck = (attributes.get('strike') ?? 'noStrike') !== 'noStrike';
  return {
    ...(struck && { struck }),
    ...(baseline !== 0 && { raised: baseline > 0 ? 'super' : 'sub' }),
  };
}

/** Leaves out fields such as the slide's number and date. Returns whether the slide has any text. */
async function readSlide(
  parts: Parts,
  name: string,
  written: DocumentText,
  number?: number,
): Promise<boolean> {
  const marked = new FormattedText(written);
  let formula: FormulaReader | null = null;
  let look: Look = {};
  const rows = new Rows(written);
  let level = 0;
  let skips = 0;
  let inText = false;
  let some = false;
  await parts.read(name, {
    open(element, attributes) {
      if (formula !== null) formula.open(element, attributes);
      else if (element === 'oMath' && skips === 0) {
        formula = new FormulaReader();
        formula.open(element, attributes);
      } else if (element === 'sld' && number !== undefined) {
        const isHidden = /^(?:0|false)$/.test(attributes.get('show') ?? '');
        written.say(`[Slide ${number}${isHidden ? ', hidden' : ''}]`);
        written.endLine();
      } else if (element === 'r') look = {};
      else if (element === 'rPr') look = lookOf(attributes);
      else if (element === 'fld' || element === 'Fallback') skips += 1;
      else if (element === 't') inText = true;
      else if (element === 'p') level = 0;
      else if (element === 'pPr') level = Math.min(8, Number(attributes.get('lvl')) || 0);
      else if (element === 'br' && skips === 0) {
        marked.flush();
        written.say('\n');
      } else if (element === 'tr') rows.openRow();
      else if (element === 'tc') rows.openCell();
    },
    close(element) {
      if (formula !== null) {
        const whole = formula.close();
        if (whole === null) return;
        formula = null;
        const tex = texOfOmml(whole);
        if (tex === '') return;
        marked.say(`$${tex}$`);
        some = true;
      } else if (element === 'fld' || element === 'Fallback') skips -= 1;
      else if (element === 't') inText = false;
      else if (element === 'p') {
        marked.flush();
        written.endLine('  '.repeat(level));
      } else if (element === 'tc') rows.closeCell();
      else if (element === 'tr') rows.closeRow();
    },
    text(text) {
      if (formula !== null) formula.text(text);
      if (formula !== null || !inText || skips > 0) return;
      some ||= text.trim() !== '';
      marked.say(text, look);
    },
  });
  return some;
}
