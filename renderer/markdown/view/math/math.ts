import { enqueue } from '../../work.ts';
import { make } from '../dom.ts';
import { setLabel } from '../labels.ts';
import { PlainView } from '../plain.ts';
import type { Surface } from '../surface.ts';
import { expansionsOf, fitsPage, isChemical } from './tex.ts';

type Katex = typeof import('katex')['default'];

let katex: Promise<Katex> | null = null;

function loadKatex(): Promise<Katex> {
  katex ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([module]) => module.default,
  );
  return katex;
}

let chemistry: Promise<unknown> | null = null;

/**
 * Loads KaTeX with the extensions that a formula needs: mhchem for chemistry (`\ce`, `\pu`) is fetched at its first
 * use.
 */
async function loadFor(tex: string): Promise<Katex> {
  const typesetter = await loadKatex();
  if (isChemical(tex)) {
    chemistry ??= import('katex/contrib/mhchem');
    await chemistry;
  }
  return typesetter;
}

interface Written {
  readonly text: string;
  /** The TeX to typeset: with numbers for labels. */
  readonly tex: string;
  readonly display: boolean;
}

/** Creates a formula. It shows its TeX until it is typeset, and permanently with a message if it cannot be. */
export function mathElement(surface: Surface, { text, tex, display }: Written): HTMLElement {
  const element = make('span', display ? 'md-math md-display' : 'md-math');
  const source = make('code', 'md-tex');
  const plain = new PlainView(source);
  if (!plain.update(text.trim())) surface.later(plain);
  element.append(source);
  const most = expansionsOf(tex);
  if (most === null || !surface.budget.take('formulas', 1)) {
    leaveAsText(surface, element, '');
    return element;
  }
  let isDone = false;
  const typesetOnce = (typesetter: Katex | null): void => {
    if (isDone) return;
    isDone = true;
    if (typesetter === null) leaveAsText(surface, element, '');
    else typeset(typesetter, surface, element, { text, tex, display, most });
  };
  const loaded = loadFor(tex).catch((cause: unknown) => {
    reportError(cause);
    return null;
  });
  const inTurn = async (): Promise<void> => {
    const typesetter = await loaded;
    await new Promise<void>((resolve) => {
      enqueue(element, () => {
        typesetOnce(typesetter);
        resolve();
        return 0;
      });
    });
  };
  void inTurn();
  // formulas rendered outside the page were missing at their turn: they get another
  turns.set(element, inTurn);
  return element;
}

const turns = new WeakMap<Element, () => Promise<void>>();

/** Typesets all remaining formulas of a rendered text; it must be in the document, and stay there. */
export async function typesetIn(root: ParentNode): Promise<void> {
  const formulas = [...root.querySelectorAll('.md-math')];
  await Promise.all(formulas.map((one) => turns.get(one)?.()));
}

/** Maximum characters of KaTeX's messages. */
const longestReason = 400;

function leaveAsText(surface: Surface, element: HTMLElement, why: string): void {
  const remark = make('span', 'md-remark');
  setLabel(remark, surface.words, 'notTypeset');
  element.append(' ', remark);
  element.classList.add('md-math-failed');
  if (why !== '') element.title = why.slice(0, longestReason);
}

interface Formula extends Written {
  /** Maximum macro expansions in KaTeX. */
  readonly most: number;
}

function typeset(
  typesetter: Katex,
  surface: Surface,
  element: HTMLElement,
  { text, tex, display, most }: Formula,
): void {
  const box = document.createElement('span');
  try {
    typesetter.render(tex.trim(), box, {
      displayMode: display,
      output: 'htmlAndMathml',
      strict: 'ignore',
      trust: false,
      maxExpand: most,
      maxSize: 40,
    });
  } catch (error) {
    // besides its own errors KaTeX throws others for unexpected TeX, and on stack overflow
    leaveAsText(surface, element, error instanceof typesetter.ParseError ? error.message : '');
    return;
  }
  // copying gives the original TeX
  const annotation = text === tex ? null : box.querySelector('annotation');
  if (annotation !== null) annotation.textContent = text.trim();
  numberRowsIn(box);
  if (fitsPage(box)) element.replaceChildren(...box.childNodes);
  else leaveAsText(surface, element, '');
}

/** KaTeX leaves row numbers in MathML to a counter of all formulas on a page. */
function numberRowsIn(box: Element): void {
  const numbers = [...box.querySelectorAll('.katex-tag .mord.text')];
  for (const [at, cell] of [...box.querySelectorAll('.mml-eqn-num')].entries()) {
    cell.textContent = numbers[at]?.textContent ?? '';
  }
}
