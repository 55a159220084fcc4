const blocks = 'p,h1,h2,h3,h4,h5,h6,pre,blockquote,ul,ol,table,hr,section,div,figure';

/** What an answer says without its marks, read from the page: list marks and line breaks stay. */
export function plainText(element: Element): string {
  return textOf(element)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  if (!(node instanceof Element) || node.matches('button, figcaption, style, script')) return '';
  if (node.localName === 'br') return '\n';
  if (node.localName === 'math') {
    return node.querySelector('annotation')?.textContent ?? node.textContent ?? '';
  }
  if (node.localName === 'pre') return `\n\n${node.textContent ?? ''}\n\n`;
  const inner = [...node.childNodes].map(textOf).join('');
  if (node.localName === 'li') return `\n${markOf(node)}${inner.trim().replaceAll('\n', '\n  ')}`;
  if (node.localName === 'tr') return `\n${inner.replace(/\t$/, '')}`;
  if (node.matches('td, th')) return `${inner.trim()}\t`;
  return node.matches(blocks) ? `\n\n${inner}\n\n` : inner;
}

function markOf(item: Element): string {
  const list = item.parentElement;
  if (list?.localName !== 'ol') return '- ';
  const start = Number(list.getAttribute('start') ?? 1);
  return `${start + [...list.children].indexOf(item)}. `;
}
