import { encodePart } from '../../../common/texts/percent-encode.ts';
import './diagram.css';
import { codeOf } from '../view/code.ts';
import { make } from '../view/dom.ts';
import {
  type LabelName,
  type Labels,
  setAccessibleName,
  setLabel,
  translateLabels,
} from '../view/labels.ts';
import { draw, type Outcome } from './draw.ts';

const views = new WeakMap<Element, DiagramView>();
let followsTheme = false;

/** Returns the drawing of a code block; created at first use. */
export function diagramAt(figure: HTMLElement, words: Labels): DiagramView {
  const view = views.get(figure) ?? new DiagramView(figure);
  view.words = words;
  views.set(figure, view);
  if (!followsTheme) followTheme();
  return view;
}

/** Redraws the visible diagrams in the colours of another theme. */
function followTheme(): void {
  followsTheme = true;
  const observer = new MutationObserver(() => {
    for (const figure of document.querySelectorAll('.md-code[data-diagram]')) {
      void views.get(figure)?.repaint();
    }
  });
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
}

const sentences = {
  misread: 'diagramMisread',
  failed: 'diagramFailed',
  'too-long': 'diagramTooLong',
  'too-large': 'diagramTooLarge',
  'too-slow': 'diagramTooSlow',
} as const satisfies Partial<Record<Outcome['kind'], LabelName>>;

/**
 * The drawing in place of the code, or above it: `data-diagram` says which. It is shown as an image, in which nothing
 * runs and nothing is fetched.
 */
class DiagramView {
  words: Labels = {} as Labels;
  private readonly figure: HTMLElement;
  private readonly place = make('div', 'md-diagram');
  private readonly button: HTMLButtonElement | null;
  private readonly tools: HTMLButtonElement[];
  private readonly image = make('img');
  private work: AbortController | null = null;
  private svg = '';

  constructor(figure: HTMLElement) {
    this.figure = figure;
    this.button = figure.querySelector<HTMLButtonElement>('[data-action=draw]');
    this.tools = (['actualSize', 'copySvg', 'saveSvg'] as const).map((action) => {
      const button = make('button', 'md-button');
      button.type = 'button';
      button.dataset.action = action;
      return button;
    });
    figure.querySelector('figcaption')?.after(this.place);
    this.image.addEventListener('load', () => {
      const [actualSize] = this.tools;
      const isLarge = this.image.naturalWidth > this.image.width;
      if (actualSize !== undefined) actualSize.hidden = !isLarge && !this.isActualSize;
    });
  }

  /** The button: draws, stops, or switches between drawing and code. */
  async press(): Promise<void> {
    if (this.work !== null) this.work.abort();
    else if (this.svg === '') await this.draw();
    else this.show(this.figure.dataset.diagram === 'drawn' ? 'code' : 'drawn');
  }

  async repaint(): Promise<void> {
    if (this.svg !== '' && this.work === null) await this.draw();
  }

  /** The drawing as a file. */
  get file(): string {
    return this.svg;
  }

  private get isActualSize(): boolean {
    return this.place.classList.contains('md-actual');
  }

  /** Toggles between the drawing's own size and fitting; returns whether it has its own size. */
  toggleSize(): boolean {
    return this.place.classList.toggle('md-actual');
  }

  private async draw(): Promise<void> {
    const work = new AbortController();
    this.work = work;
    if (this.svg === '') {
      this.place.replaceChildren(this.sentence('drawing', 'status'));
      this.show('drawing');
    }
    const outcome = await draw(codeOf(this.figure), work.signal);
    this.work = null;
    if (outcome.kind === 'drawn') this.put(outcome);
    else this.explain(outcome);
  }

  private put({ svg, labels }: Outcome & { kind: 'drawn' }): void {
    const again = this.svg !== '';
    this.svg = svg;
    this.image.src = `data:image/svg+xml;charset=utf-8,${encodePart(svg)}`;
    this.image.dataset.detail = labels;
    this.image.alt = `${this.words.diagram} ${labels}`.trim();
    this.place.tabIndex = 0;
    this.place.setAttribute('role', 'group');
    setAccessibleName(this.place, this.words, 'diagram');
    this.place.replaceChildren(this.image);
    for (const tool of this.tools) {
      if (tool.dataset.action === 'actualSize')
        tool.setAttribute('aria-pressed', String(this.isActualSize));
      setLabel(tool, this.words, tool.dataset.action as LabelName);
    }
    this.button?.after(...this.tools);
    if (!again) this.show('drawn');
  }

  private explain(outcome: Exclude<Outcome, { kind: 'drawn' }>): void {
    if (this.svg !== '') return;
    if (outcome.kind === 'stopped') {
      this.place.replaceChildren();
      this.show(null);
      return;
    }
    this.place.replaceChildren(this.sentence(sentences[outcome.kind], 'alert'));
    if ('said' in outcome && outcome.said !== '') {
      const said = make('pre', 'md-diagram-said');
      said.tabIndex = 0;
      said.textContent = outcome.said;
      this.place.append(said);
    }
    this.show('failed');
  }

  private sentence(word: LabelName, role: string): HTMLElement {
    const sentence = make('p');
    sentence.setAttribute('role', role);
    setLabel(sentence, this.words, word);
    return sentence;
  }

  private show(what: 'drawing' | 'drawn' | 'code' | 'failed' | null): void {
    if (what === null) delete this.figure.dataset.diagram;
    else this.figure.dataset.diagram = what;
    const labels = { drawing: 'stopDrawing', drawn: 'showCode', code: 'showDiagram' } as const;
    if (this.button !== null) {
      this.button.dataset.word = what === null || what === 'failed' ? 'draw' : labels[what];
    }
    translateLabels(this.figure, this.words);
  }
}
