import { enqueue } from '../work.ts';
import { make } from './dom.ts';

type Katex = typeof import('katex')['default'];

let katex: Promise<Katex> | null = null;

function loadKatex(): Promise<Katex> {
  katex ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([module]) => module.default,
  );
  return katex;
}

/** A formula. Its TeX is shown until it is typeset, and for good when it cannot be. */
export function mathElement(tex: string, display: boolean): HTMLElement {
  const element = make('span', display ? 'md-math md-display' : 'md-math');
  const source = make('code', 'md-tex');
  source.textContent = tex.trim();
  element.append(source);
  void loadKatex().then((typesetter) => {
    enqueue(element, () => typeset(typesetter, element, tex, display));
  });
  return element;
}

function typeset(typesetter: Katex, element: HTMLElement, tex: string, display: boolean): void {
  const box = document.createElement('span');
  try {
    typesetter.render(tex.trim(), box, {
      displayMode: display,
      output: 'htmlAndMathml',
      strict: 'ignore',
      trust: false,
      maxExpand: 1000,
      maxSize: 40,
    });
  } catch (error) {
    if (!(error instanceof typesetter.ParseError)) throw error;
    element.title = error.message;
    element.classList.add('md-math-failed');
    return;
  }
  element.replaceChildren(...box.childNodes);
}
