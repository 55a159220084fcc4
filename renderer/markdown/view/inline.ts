import { legible } from '../../ui/index.ts';
import type { Inline } from '../parse/inline.ts';
import { isInlinePicture, openable } from './address.ts';
import { make, setText } from './dom.ts';
import { mathElement } from './math.ts';
import type { Surface } from './surface.ts';
import { name, say } from './words.ts';

/** Characters of an address that are shown, and of an alternative text that names. */
const longestName = 400;

/** A node with what shows it. */
export interface Shown {
  node: Inline;
  readonly dom: Node;
  readonly children: Shown[];
}

/** Makes `parent`, from `shown` on, look like `nodes`; what is the same stays the same element. */
export function patch(
  surface: Surface,
  parent: Node,
  shown: Shown[],
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

/** Whether what is shown could be changed to show another node. */
function adapt(surface: Surface, shown: Shown, node: Inline): boolean {
  const old = shown.node;
  if (old === node) return true;
  if (old.type !== node.type) return false;
  if (node.type === 'text' && old.type === 'text') {
    if (node.text !== old.text) setText(shown.dom as Text, legible(node.text));
  } else if ((node.type === 'code' || node.type === 'html') && 'text' in old) {
    const text = shown.dom.firstChild;
    if (text && node.text !== old.text) setText(text as Text, legible(node.text));
  } else if (node.type === 'link' && old.type === 'link') {
    if (node.target.href !== old.target.href) return false;
    if (node.target.title !== old.target.title) return false;
    patch(surface, shown.dom, shown.children, node.children);
  } else if ('children' in node) patch(surface, shown.dom, shown.children, node.children);
  else if (JSON.stringify(node) !== JSON.stringify(old)) return false;
  shown.node = node;
  return true;
}

function show(surface: Surface, node: Inline): Shown {
  const dom = create(surface, node);
  const children: Shown[] = [];
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
    case 'code':
    case 'html':
    case 'draft': {
      const code = make('code', node.type === 'code' ? 'md-inline-code' : 'md-html');
      code.appendChild(document.createTextNode(legible(node.text)));
      return code;
    }
    case 'math':
      return mathElement(surface, node.text, node.display);
    case 'note':
      return surface.notes.createCall(node.label);
    case 'em':
    case 'strong':
    case 'del':
      return make(node.type);
    case 'link':
      return createLink(node.target.href, node.target.title);
    case 'image':
      return createImage(surface, node.target.href, node.alt);
  }
}

function createLink(href: string, title: string): HTMLElement {
  const address = openable(href);
  if (address === null) {
    const dead = make('span', 'md-dead');
    dead.title = shortened(href);
    return dead;
  }
  const link = make('a', 'md-link');
  link.href = address;
  link.rel = 'noopener noreferrer';
  link.draggable = false;
  if (title !== '') link.title = title;
  return link;
}

const shortened = (address: string): string =>
  address.length > longestName ? `${address.slice(0, longestName)}…` : address;

/** A picture from elsewhere is named, not fetched: fetching would tell its server who reads this. */
function createImage(surface: Surface, href: string, alt: string): HTMLElement {
  if (isInlinePicture(href) && surface.budget.take('pictures', href.length)) {
    const image = make('img', 'md-picture');
    image.decoding = 'async';
    image.src = href;
    image.alt = alt;
    return image;
  }
  const { words } = surface;
  const box = make('span', 'md-image');
  box.setAttribute('role', 'group');
  name(box, words, 'image', alt.slice(0, longestName));
  const label = make('span', 'md-image-label');
  say(label, words, 'image');
  const text = make('span', 'md-image-alt');
  text.textContent = legible(alt);
  const address = make('span', 'md-image-address');
  address.textContent = shortened(href);
  box.append(label, text, address);
  const target = openable(href);
  if (target !== null) {
    const button = make('button', 'md-button');
    button.type = 'button';
    button.dataset.address = target;
    say(button, words, 'openImage');
    box.append(button);
  }
  return box;
}
