import type { Inline } from '../../../common/markdown/parse/inline.ts';
import { legible } from '../../ui/index.ts';
import { make, setText } from './dom.ts';
import { fitOf } from './fit.ts';
import { rawElement } from './html/raw.ts';
import { createImage, createLink } from './links/links.ts';
import { mathElement } from './math/math.ts';
import type { Surface } from './surface.ts';

/** A node with the DOM that shows it. */
export interface ShownNode {
  node: Inline;
  readonly dom: Node;
  readonly children: ShownNode[];
}

/** Updates `parent`, from `shown` on, to `nodes`; unchanged nodes keep their elements. */
export function patch(
  surface: Surface,
  parent: Node,
  shown: ShownNode[],
  nodes: readonly Inline[],
): void {
  nodes.forEach((node, index) => {
    const old = shown[index];
    if (old && adapt(surface, old, node)) return;
    const fresh = show(surface, node);
    if (old) parent.replaceChild(fresh.dom, old.dom);
    else parent.appendChild(fresh.dom);
    shown[index] = fresh;
  });
  for (const extra of shown.splice(nodes.length)) parent.removeChild(extra.dom);
}

/** Changes the DOM to show another node; false if it cannot. */
function adapt(surface: Surface, shown: ShownNode, node: Inline): boolean {
  const old = shown.node;
  if (old === node) return true;
  if (old.type !== node.type) return false;
  if (node.type === 'text' && old.type === 'text') {
    if (node.text !== old.text) setText(shown.dom as Text, legible(node.text));
  } else if ((node.type === 'code' || node.type === 'html') && 'text' in old) {
    if (fitOf(node.text) !== fitOf(old.text)) return false;
    const text = shown.dom.firstChild;
    if (text && node.text !== old.text) setText(text as Text, legible(node.text));
  } else if (node.type === 'link' && old.type === 'link') {
    if (node.target.href !== old.target.href) return false;
    if (node.target.title !== old.target.title) return false;
    patch(surface, shown.dom, shown.children, node.children);
  } else if (node.type === 'element' && old.type === 'element') {
    if (node.name !== old.name || !isSame(node.attributes, old.attributes)) return false;
    patch(surface, shown.dom, shown.children, node.children);
  } else if ('children' in node) patch(surface, shown.dom, shown.children, node.children);
  else if (!isSame(node, old)) return false;
  shown.node = node;
  return true;
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function show(surface: Surface, node: Inline): ShownNode {
  const dom = create(surface, node);
  const children: ShownNode[] = [];
  if ('children' in node) patch(surface, dom, children, node.children);
  return { node, dom, children };
}

function create(surface: Surface, node: Inline): Node {
  switch (node.type) {
    case 'text':
      return document.createTextNode(legible(node.text));
    case 'soft':
      return document.createTextNode('\n');
    case 'hard':
      return make('br');
    case 'break':
      return make('br', 'md-break');
    case 'code':
    case 'html':
    case 'draft': {
      const code = make('code', node.type === 'code' ? 'md-inline-code' : 'md-html');
      if (node.type === 'code') code.dataset.fit = fitOf(node.text);
      code.appendChild(document.createTextNode(legible(node.text)));
      return code;
    }
    case 'math':
      return mathElement(surface, node);
    case 'note':
      return surface.notes.createCall(node.label);
    case 'em':
    case 'strong':
    case 'del':
      return make(node.type);
    case 'element':
      return rawElement(surface, node.name, node.attributes);
    case 'link':
      return createLink(surface, node.target.href, node.target.title);
    case 'image':
      return createImage(surface, node.target.href, node.alt, node.target.title);
  }
}
