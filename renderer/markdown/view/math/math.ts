import { enqueue } from '../../work.ts';
import { make } from '../dom.ts';
import { PlainView } from '../plain.ts';
import type { Surface } from '../surface.ts';
import { say } from '../words.ts';
import { expansionsOf, isBearable, isChemical } from './tex.ts';

type Katex = typeof import('katex')['default'];

let katex: Promise<Katex> | null = null;

function loadKatex(): Promise<Katex> {
  katex ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([module]) => module.default,
  );
  return katex;
}

let chemistry: Promise<unknown> | null = null;

/** KaTeX with what a formula asks for: the chemistry of mhchem (`\ce`, `\pu`) is fetched with its first one. */
async function loadFor(tex: string): Promise<Katex> {
  const typesetter = await loadKatex();
  if (isChemical(tex)) {
    chemistry ??= import('katex/contrib/mhchem');
    await chemistry;
  }
  return typesetter;
}

/** A formula. Its TeX is shown until it is typeset, and for good when it cannot be, which is said. */
export function mathElement(surface: Surface, tex: string, display: boolean): HTMLElement {
  const element = make('span', display ? 'md-math md-display' : 'md-math');
  const source = make('code', 'md-tex');
  const plain = new PlainView(source);
  if (!plain.update(tex.trim())) surface.later(plain);
  element.append(source);
  const most = expansionsOf(tex);
  if (most === null || !surface.budget.take('formulas', 1)) {
    leaveAsText(surface, element, '');
    return element;
  }
  const done = loadFor(tex).then(
    (typesetter) =>
      new Promise<void>((resolve) => {
        enqueue(element, () => {
          typeset(typesetter, surface, element, { tex, display, most });
          resolve();
          return 0;
        });
      }),
  );
  underWay.set(element, done);
  return element;
}

const underWay = new WeakMap<Element, Promise<void>>();

/** Waits until all formulas of a drawn text are typeset; it must be in the document. */
export async function typesetIn(root: ParentNode): Promise<void> {
  await Promise.all([...root.querySelectorAll('.md-math')].map((one) => underWay.get(one)));
}

/** Characters of what KaTeX says. */
const longestReason = 400;

function leaveAsText(surface: Surface, element: HTMLElement, why: string): void {
  const remark = make('span', 'md-remark');
  say(remark, surface.words, 'notTypeset');
  element.append(' ', remark);
  element.classList.add('md-math-failed');
  if (why !== '') element.title = why.slice(0, longestReason);
}

interface Formula {
  readonly tex: string;
  readonly display: boolean;
  /** Macros that KaTeX may expand. */
  readonly most: number;
}

function typeset(
  typesetter: Katex,
  surface: Surface,
  element: HTMLElement,
  { tex, display, most }: Formula,
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
    // beside its own errors KaTeX throws others at TeX that it did not expect, and of the stack
    leaveAsText(surface, element, error instanceof typesetter.ParseError ? error.message : '');
    return;
  }
  if (isBearable(box)) element.replaceChildren(...box.childNodes);
  else leaveAsText(surface, element, '');
}
