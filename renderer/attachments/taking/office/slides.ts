import { type Parts, type Relation, relationsOf } from './parts.ts';
import { Rows, Written } from './written.ts';

/** Slides that a presentation may have. */
const mostSlides = 5_000;

/** Text of a presentation, slide by slide, with what its speaker noted (ECMA-376, part 1, 19). */
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
  const written = new Written();
  let some = false;
  for (const [at, slide] of slides.entries()) {
    written.gap();
    written.say(`[Slide ${at + 1}]`);
    written.endLine();
    some = (await readSlide(parts, slide, written)) || some;
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

/** Where the prefix is another one: the only attribute with a prefix. */
function idOf(attributes: ReadonlyMap<string, string>): string {
  for (const [name, value] of attributes) if (name.endsWith(':id')) return value;
  return '';
}

/** Fields such as the slide's number and its date are none of its text. True where it has any. */
async function readSlide(parts: Parts, name: string, written: Written): Promise<boolean> {
  const rows = new Rows(written);
  let level = 0;
  let skips = 0;
  let inText = false;
  let some = false;
  await parts.read(name, {
    open(element, attributes) {
      if (element === 'fld' || element === 'Fallback') skips += 1;
      else if (element === 't') inText = true;
      else if (element === 'p') level = 0;
      else if (element === 'pPr') level = Math.min(8, Number(attributes.get('lvl')) || 0);
      else if (element === 'br' && skips === 0) written.say('\n');
      else if (element === 'tr') rows.openRow();
      else if (element === 'tc') rows.openCell();
    },
    close(element) {
      if (element === 'fld' || element === 'Fallback') skips -= 1;
      else if (element === 't') inText = false;
      else if (element === 'p') written.endLine('  '.repeat(level));
      else if (element === 'tc') rows.closeCell();
      else if (element === 'tr') rows.closeRow();
    },
    text(text) {
      if (!inText || skips > 0) return;
      some ||= text.trim() !== '';
      written.say(text);
    },
  });
  return some;
}
