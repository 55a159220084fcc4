import { enqueue } from '../work.ts';
import { canWatch, watchNearness } from './nearness.ts';
import { type ColouredLine, classes } from './protocol.ts';

/** The element around some lines: what of them is coloured, and whether that is to be seen. */
interface Part {
  readonly runs: Map<Text, ColouredLine>;
  isNear: boolean;
  /** It came near, and may go on at once. */
  arriving?: ReturnType<typeof setTimeout>;
}

/** Lines that are painted in one piece of work. */
const few = 10;
/** Milliseconds until lines that the reader has selected are looked at again. */
const later = 1_000;
/** What passes by more quickly than this, ms, is not painted: nobody reads it, and its elements would be taken away again. */
const passing = 200;

/**
 * Paints the lines of one block, each of which becomes many elements: of a long block only those in view
 * or near it, while the others stay plain text. What the reader has selected is left as it is.
 */
export class Painting {
  private readonly parts = new Map<Element, Part>();
  private readonly painted = new Map<Text, HTMLElement>();
  private isLong = false;

  /** @param isLong from now on; a block does not get short again */
  add(lines: readonly Text[], coloured: readonly ColouredLine[], isLong: boolean): void {
    if (isLong && !this.isLong && canWatch()) {
      this.isLong = true;
      for (const element of this.parts.keys()) this.watch(element);
    }
    const fresh = new Map<Element, Text[]>();
    lines.forEach((line, index) => {
      const runs = coloured[index] ?? [];
      const element = line.parentElement;
      if (element === null || runs.every((run, at) => at % 2 === 0 || run === 0)) return;
      this.partOf(element).runs.set(line, runs);
      fresh.set(element, [...(fresh.get(element) ?? []), line]);
    });
    for (const [element, own] of fresh) {
      this.planPaint(element, own);
    }
  }

  /** These lines are gone, or will change. */
  forget(lines: readonly Text[]): void {
    for (const line of lines) {
      this.clear(line);
      const element = line.parentElement;
      if (element !== null) this.parts.get(element)?.runs.delete(line);
    }
  }

  private partOf(element: Element): Part {
    const known = this.parts.get(element);
    if (known !== undefined) return known;
    const part: Part = { runs: new Map(), isNear: !this.isLong };
    this.parts.set(element, part);
    if (this.isLong) this.watch(element);
    return part;
  }

  private watch(element: Element): void {
    watchNearness(element, (isNear) => {
      const part = this.partOf(element);
      clearTimeout(part.arriving);
      if (part.isNear === isNear) return;
      if (isNear) part.arriving = setTimeout(() => this.turn(element, true), passing);
      else this.turn(element, false);
    });
  }

  private turn(element: Element, isNear: boolean): void {
    const part = this.partOf(element);
    part.isNear = isNear;
    if (isNear) {
      this.planPaint(element, [...part.runs.keys()]);
      return;
    }
    this.plan(element, () => {
      if (!part.isNear) for (const line of part.runs.keys()) this.clear(line);
      return 0;
    });
  }

  private planPaint(element: Element, lines: readonly Text[]): void {
    for (let from = 0; from < lines.length; from += few) {
      this.plan(element, () => this.paint(element, lines.slice(from, from + few)));
    }
  }

  /** Does it when there is time, and nothing there is selected. */
  private plan(element: Element, work: () => number): void {
    const run = (): number => {
      if (!isSelected(element)) return work();
      setTimeout(() => enqueue(element, run), later);
      return 0;
    };
    enqueue(element, run);
  }

  /** How many elements that made. */
  private paint(element: Element, lines: readonly Text[]): number {
    const { runs, isNear } = this.partOf(element);
    if (!isNear) return 0;
    let elements = 0;
    for (const line of lines) {
      const own = runs.get(line);
      if (own === undefined || this.painted.has(line) || !line.isConnected) continue;
      const span = paintedLine(line.data, own);
      line.replaceWith(span);
      this.painted.set(line, span);
      elements += 1 + span.childElementCount;
    }
    return elements;
  }

  private clear(line: Text): void {
    this.painted.get(line)?.replaceWith(line);
    this.painted.delete(line);
  }
}

function paintedLine(text: string, runs: ColouredLine): HTMLElement {
  const span = document.createElement('span');
  let at = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const end = at + (runs[index] ?? 0);
    const kind = classes[(runs[index + 1] ?? 0) - 1];
    if (kind === undefined) span.append(text.slice(at, end));
    else {
      const token = document.createElement('span');
      token.className = `tok-${kind}`;
      token.textContent = text.slice(at, end);
      span.append(token);
    }
    at = end;
  }
  if (at < text.length) span.append(text.slice(at));
  return span;
}

/** What the reader has selected; undefined when it changed since it was asked for, which has the page laid out. */
let selected: Range | null | undefined;
let isWatched = false;

function isSelected(element: Element): boolean {
  if (!isWatched) {
    isWatched = true;
    document.addEventListener('selectionchange', () => {
      selected = undefined;
    });
  }
  if (selected === undefined) {
    const selection = document.getSelection();
    selected = selection === null || selection.rangeCount === 0 ? null : selection.getRangeAt(0);
  }
  return selected !== null && !selected.collapsed && selected.intersectsNode(element);
}
