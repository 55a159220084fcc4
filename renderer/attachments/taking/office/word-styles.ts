import type { Attributes, Parts } from './parts.ts';

/** Format of a paragraph, its own or from its style. */
export interface ParagraphFormat {
  /** Its characters are hidden; or struck through. */
  hidden?: boolean | undefined;
  struck?: boolean | undefined;
  /** Heading level, from 1. */
  heading?: number | undefined;
  /** Its list, and its depth in the list, from 0. */
  list?: string | undefined;
  depth?: number | undefined;
}

interface Style extends ParagraphFormat {
  basedOn?: string | undefined;
}

/** Maximum chain of styles based on each other. */
const mostSteps = 20;

const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined;

/** Applies an element to the format of its paragraph or style (ECMA-376, part 1, 17.3.1 and 17.9). */
export function noteFormat(format: ParagraphFormat, name: string, attributes: Attributes): void {
  const value = attributes.get('val');
  if (name === 'numId') format.list = value;
  else if (name === 'ilvl') format.depth = Math.min(8, whole(value) ?? 0);
  else if (name === 'outlineLvl') {
    const level = whole(value);
    if (level !== undefined && level < 9) format.heading = level + 1;
  }
}

const isOn = (value: string | undefined): boolean => !/^(?:0|false|off)$/.test(value ?? '');

/** Reads the styles by their names in the document. */
export async function readStyles(parts: Parts, name: string | undefined) {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  if (name !== undefined && parts.has(name)) {
    await parts.read(name, {
      open(element, attributes) {
        const value = attributes.get('val');
        if (element === 'style') {
          style = {};
          styles.set(attributes.get('styleId') ?? '', style);
        } else if (style === null) return;
        else if (element === 'basedOn') style.basedOn = value;
        else if (element === 'name') {
          // names are English in every language of the writer, ids are not
          const level = /^heading ([1-9])$/i.exec(value ?? '')?.[1];
          style.heading ??= level !== undefined ? Number(level) : undefined;
          if (value?.toLowerCase() === 'title') style.heading = 1;
        } else if (element === 'vanish') style.hidden = isOn(value);
        else if (element === 'strike' || element === 'dstrike') style.struck = isOn(value);
        else noteFormat(style, element, attributes);
      },
      close(element) {
        if (element === 'style') style = null;
      },
    });
  }
  return (id: string | undefined): ParagraphFormat => {
    const found: ParagraphFormat = {};
    let at = id;
    for (let step = 0; at !== undefined && step < mostSteps; step += 1) {
      const one: Style | undefined = styles.get(at);
      found.heading ??= one?.heading;
      found.list ??= one?.list;
      found.depth ??= one?.depth;
      found.hidden ??= one?.hidden;
      found.struck ??= one?.struck;
      at = one?.basedOn;
    }
    return found;
  };
}

interface Level {
  readonly numbered: boolean;
  start: number;
}

/** Returns a function that gives the mark of a list's next paragraph (17.9): `- ` or its number, indented by depth. */
export async function readLists(parts: Parts, name: string | undefined) {
  const kinds = new Map<string, Map<number, Level>>();
  const kindOf = new Map<string, string>();
  if (name !== undefined && parts.has(name)) {
    let kind = new Map<number, Level>();
    let depth = 0;
    let list: string | null = null;
    await parts.read(name, {
      open(element, attributes) {
        const value = attributes.get('val');
        if (element === 'abstractNum') {
          kind = new Map();
          kinds.set(attributes.get('abstractNumId') ?? '', kind);
        } else if (element === 'num') list = attributes.get('numId') ?? null;
        else if (element === 'abstractNumId' && list !== null) kindOf.set(list, value ?? '');
        else if (element === 'lvl') depth = whole(attributes.get('ilvl')) ?? 0;
        else if (element === 'numFmt' && list === null)
          kind.set(depth, { numbered: value !== 'bullet', start: kind.get(depth)?.start ?? 1 });
        else if (element === 'start' && list === null)
          kind.set(depth, { numbered: true, start: whole(value) ?? 1 });
      },
      close(element) {
        if (element === 'num') list = null;
      },
    });
  }
  const counts = new Map<string, number[]>();
  return (list: string, depth: number): string => {
    const level = kinds.get(kindOf.get(list) ?? '')?.get(depth);
    const count = counts.get(list) ?? [];
    counts.set(list, count);
    count.length = Math.min(count.length, depth + 1);
    const next = (count[depth] ?? (level?.start ?? 1) - 1) + 1;
    count[depth] = next;
    return `${'  '.repeat(depth)}${level?.numbered ? `${next}.` : '-'} `;
  };
}
