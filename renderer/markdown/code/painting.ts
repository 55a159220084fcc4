import { enqueue } from '../work.ts';
import { canWatch, watchNearness } from './nearness.ts';
import { type ColouredLine, classes } from './protocol.ts';

/** An element with some lines: the coloured ones, and whether they are visible. */
interface Part {
  readonly runs: Map<Text, ColouredLine>;
  isNear: boolean;
  /** It came near, and may leave again at once. */
  arriving?: ReturnType<typeof setTimeout>;
}

/** Lines painted in one job. */
const few = 10;
/** Milliseconds before selected lines are checked again. */
const later = 1_000;
/**
 * Lines visible for less than this, ms, are not painted: nobody reads them, and their elements would be removed again.
 */
const passing = 200;

/**
 * Paints the lines of one block, each of which becomes many elements: in a long block only those in view or near it,
 * while the others stay plain text. Selected lines are left unchanged.
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

  /** These lines are removed, or will change. */
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

  /** Runs the work when there is time and nothing there is selected. */
  private plan(element: Element, work: () => number): void {
    const run = (): number => {
      if (!isSelected(element)) return work();
      setTimeout(() => enqueue(element, run), later);
      return 0;
    };
    enqueue(element, run);
  }

  /** Returns the number of elements created. */
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

/** The reader's selection; undefined if it changed since the last query, which forces a layout. */
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
