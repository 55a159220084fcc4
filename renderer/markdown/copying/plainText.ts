const blocks =
  'p,h1,h2,h3,h4,h5,h6,pre,blockquote,ul,ol,table,hr,section,div,figure,details,summary,dl,dt,dd';

/** Elements that are not the text's own. */
const silent = 'button, figcaption, style, script, .md-remark, .md-image-label, .md-return';

/**
 * Returns an answer's text without its Markdown marks, read from the page: list marks, task boxes and line breaks stay,
 * formulas are TeX, links and pictures have their addresses.
 */
export function plainText(element: Element): string {
  return textOf(element)
    .split('\n')
    .map(withoutSpace)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Removes trailing spaces and tabs. */
function withoutSpace(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  if (!(node instanceof Element) || node.matches(silent)) return '';
  if (node.localName === 'br') return '\n';
  if (node.matches('.md-math')) return texOf(node);
  if (node.matches('.md-image, img')) return pictureOf(node);
  if (node.localName === 'input') return node.hasAttribute('checked') ? '[x] ' : '[ ] ';
  if (node.localName === 'pre') return `\n\n${node.textContent ?? ''}\n\n`;
  const inner = node.localName === 'ol' ? itemsOf(node) : [...node.childNodes].map(textOf).join('');
  if (node.matches('.md-link, .md-dead')) return linkOf(node, inner);
  if (node.matches('.md-call')) return `[${inner}]`;
  if (node.localName === 'li') return itemOf('- ', inner);
  if (node.localName === 'tr') return `\n${inner.replace(/\t$/, '')}`;
  if (node.matches('td, th')) return `${inner.trim()}\t`;
  return node.matches(blocks) ? `\n\n${inner}\n\n` : inner;
}

/** Returns the TeX of a formula once: typeset, the page contains it twice, for eyes and for screen readers. */
export function texOf(formula: Element): string {
  const tex = formula.querySelector('annotation, .md-tex')?.textContent?.trim() ?? '';
  if (tex.startsWith('\\begin{')) return tex;
  return formula.matches('.md-display') ? `$$${tex}$$` : `$${tex}$`;
}

/** Returns a picture's description and, if it is elsewhere, its address. */
function pictureOf(picture: Element): string {
  const alt = picture.getAttribute('alt') ?? picture.querySelector('.md-image-alt')?.textContent;
  const address = picture.querySelector('.md-image-address')?.textContent ?? '';
  return [alt ?? '', address && `(${address})`].filter((part) => part !== '').join(' ');
}

/** Returns a link's target on the page; for a link that would not be opened, its written target. */
export function addressOf(link: Element): string {
  return link.getAttribute('href') ?? link.getAttribute('title')?.split('\n').at(-1) ?? '';
}

function linkOf(link: Element, text: string): string {
  const address = addressOf(link);
  const isSaid = [address, address.replace(/^(?:mailto:|https?:\/\/)/, '')].some(
    (one) => one.replace(/\/$/, '') === text.replace(/\/$/, ''),
  );
  return isSaid || address === '' ? text : `${text} (${address})`;
}

function itemOf(mark: string, inner: string): string {
  return `\n${mark}${inner.trim().replaceAll('\n', '\n  ')}`;
}

/** Returns the items of a numbered list. */
function itemsOf(list: Element): string {
  let number = Number(list.getAttribute('start') ?? 1);
  const items: string[] = [];
  for (const item of list.children) {
    const inner = [...item.childNodes].map(textOf).join('');
    items.push(itemOf(`${number}. `, inner));
    number += 1;
  }
  return items.join('');
}
