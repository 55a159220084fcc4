import { texOf } from './plainText.ts';
import { richHtml } from './rich.ts';

const silent = 'button, .md-remark, .md-image-label';

/**
 * Returns a table for spreadsheets: as HTML, and as text with tabs between cells and a line per row. A cell with a line
 * ending, a tab or a leading quote is quoted, as spreadsheets read it.
 */
export function tableForms(table: Element): { readonly html: string; readonly text: string } {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => quoted(textOf(cell).trim())).join('\t'),
  );
  const holder = document.createElement('div');
  holder.append(table.cloneNode(true));
  return { html: richHtml(holder), text: `${rows.join('\n')}\n` };
}

function quoted(text: string): string {
  return /[\t\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? '').replace(/[ \t\n]+/g, ' ');
  if (!(node instanceof Element) || node.matches(silent)) return '';
  if (node.localName === 'br') return '\n';
  if (node.matches('.md-math')) return texOf(node);
  if (node.localName === 'input') return node.hasAttribute('checked') ? '[x] ' : '[ ] ';
  return [...node.childNodes].map(textOf).join('');
}
