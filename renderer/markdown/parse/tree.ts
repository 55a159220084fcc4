import { type Inline, plainText } from './inline.ts';
import type { Bracket, Checkpoint, Token } from './tokens.ts';

interface Frame {
  readonly children: Inline[];
  readonly finish: (children: readonly Inline[]) => Inline;
  readonly isLink: boolean;
}

/** Makes nodes of tokens whose delimiters and brackets are matched. */
export function buildTree(
  tokens: readonly Token[],
  checkpoint: Checkpoint,
): { nodes: Inline[]; settled: number } {
  const nodes: Inline[] = [];
  const frames: Frame[] = [];
  let kids = nodes;
  let settled = 0;
  let links = 0;

  const enter = (finish: Frame['finish'], isLink = false) => {
    kids = [];
    frames.push({ children: kids, finish, isLink });
    if (isLink) links += 1;
  };
  const leave = () => {
    const frame = frames.pop();
    if (!frame) return;
    if (frame.isLink) links -= 1;
    kids = frames.at(-1)?.children ?? nodes;
    kids.push(frame.finish(frame.children));
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
        for (const type of delimiter.opens) enter((children) => ({ type, children }));
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
  return { nodes, settled };
}

function enterBracket(
  { target, image, hidden }: Bracket,
  enter: (finish: Frame['finish'], isLink?: boolean) => void,
  addText: (text: string) => void,
): void {
  if (target && image) {
    enter((children) => ({ type: 'image', target, alt: plainText(children) }));
  } else if (target) enter((children) => ({ type: 'link', target, children }), true);
  else if (!hidden) addText(image ? '![' : '[');
}
