import type { Delimiter, Mark } from './delimiters.ts';
import { type Inline, plainText } from './inline.ts';
import { limits } from './limits.ts';
import { nest } from './pairs.ts';
import type { Bracket, Checkpoint, Token } from './tokens.ts';

interface Frame {
  readonly children: Inline[];
  /** Null for a mark that is nested too deeply and stays text. */
  readonly finish: ((children: readonly Inline[]) => Inline) | null;
  readonly isLink: boolean;
  /** Its end in the source. */
  readonly closer: string;
}

interface Built {
  readonly nodes: readonly Inline[];
  readonly settled: number;
  readonly flattened: boolean;
}

/**
 * Builds nodes from tokens with matched delimiters, brackets and tags.
 * @param draft more text follows: open constructs extend to the end
 */
export function buildTree(tokens: readonly Token[], checkpoint: Checkpoint, draft: boolean): Built {
  const nodes: Inline[] = [];
  const frames: Frame[] = [];
  let kids = nodes;
  let settled = 0;
  let links = 0;
  let flattened = false;

  const enter: Enter = (finish, opener, closer, isLink = false) => {
    if (frames.length >= limits.marks) {
      flattened = true;
      addText(opener);
      frames.push({ children: kids, finish: null, isLink: false, closer });
      return;
    }
    kids = [];
    frames.push({ children: kids, finish, isLink, closer });
    if (isLink) links += 1;
  };
  const leave = () => {
    const frame = frames.pop();
    if (!frame) return;
    if (frame.finish === null) {
      addText(frame.closer);
      return;
    }
    if (frame.isLink) links -= 1;
    kids = frames.at(-1)?.children ?? nodes;
    kids.push(frame.finish(nest(frame.children, draft)));
  };
  const addText = (text: string) => {
    if (text === '') return;
    const last = kids.at(-1);
    const isSettled = kids === nodes && kids.length === settled;
    if (last?.type === 'text' && !isSettled)
      kids[kids.length - 1] = { type: 'text', text: last.text + text };
    else kids.push({ type: 'text', text });
  };

  tokens.forEach((token, index) => {
    if (index === checkpoint.token && token.type === 'text' && checkpoint.offset > 0) {
      addText(token.text.slice(0, checkpoint.offset));
      settled = nodes.length;
      addText(token.text.slice(checkpoint.offset));
      return;
    }
    switch (token.type) {
      case 'text':
        addText(token.text);
        break;
      case 'node':
        if (token.bare && links > 0 && token.node.type === 'link') {
          addText(plainText(token.node.children));
        } else kids.push(token.node);
        break;
      case 'delimiter': {
        const { delimiter } = token;
        for (let left = delimiter.closes; left > 0; left -= 1) leave();
        addText(delimiter.char.repeat(delimiter.left));
        for (const type of delimiter.opens) {
          const mark = delimiter.char.repeat(markWidth(type, delimiter));
          enter((children) => ({ type, children }), mark, mark);
        }
        break;
      }
      case 'bracket':
        enterBracket(token.bracket, enter, addText);
        break;
      case 'end':
        leave();
        break;
    }
  });
  while (frames.length > 0) leave();
  // no element crosses a checkpoint
  const before = nest(nodes.slice(0, settled), false);
  const after = nest(nodes.slice(settled), draft);
  return { nodes: [...before, ...after], settled: before.length, flattened };
}

type Enter = (
  finish: (children: readonly Inline[]) => Inline,
  opener: string,
  closer: string,
  isLink?: boolean,
) => void;

/** Returns the number of characters of a run in one mark. */
function markWidth(type: Mark, { length }: Delimiter): number {
  return type === 'em' ? 1 : type === 'strong' ? 2 : length;
}

function enterBracket(
  { target, image, hidden, end }: Bracket,
  enter: Enter,
  addText: (text: string) => void,
): void {
  if (target && image) {
    enter((children) => ({ type: 'image', target, alt: plainText(children) }), '![', end);
  } else if (target) enter((children) => ({ type: 'link', target, children }), '[', end, true);
  else if (!hidden) addText(image ? '![' : '[');
}
