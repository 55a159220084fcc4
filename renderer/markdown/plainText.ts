const blocks = 'p,h1,h2,h3,h4,h5,h6,pre,blockquote,ul,ol,table,hr,section,div,figure';

/** Not the text's own words. */
const silent = 'button, figcaption, style, script, .md-remark';

/** What an answer says without its marks, read from the page: list marks and line breaks stay. */
export function plainText(element: Element): string {
  return textOf(element)
    .split('\n')
    .map(withoutSpace)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Without the spaces and tabs at its end. */
function withoutSpace(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  if (!(node instanceof Element) || node.matches(silent)) return '';
  if (node.localName === 'br') return '\n';
  if (node.localName === 'math') {
    return node.querySelector('annotation')?.textContent ?? node.textContent ?? '';
  }
  if (node.localName === 'pre') return `\n\n${node.textContent ?? ''}\n\n`;
  const inner = node.localName === 'ol' ? itemsOf(node) : [...node.childNodes].map(textOf).join('');
  if (node.localName === 'li') return itemOf('- ', inner);
  if (node.localName === 'tr') return `\n${inner.replace(/\t$/, '')}`;
  if (node.matches('td, th')) return `${inner.trim()}\t`;
  return node.matches(blocks) ? `\n\n${inner}\n\n` : inner;
}

function itemOf(mark: string, inner: string): string {
  return `\n${mark}${inner.trim().replaceAll('\n', '\n  ')}`;
}

/** The items of a numbered list. */
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
