import { escaped, type Place, placeIn } from './escaped.ts';
import { addressOf, texOf } from './plainText.ts';

const silent =
  'button, figcaption, style, script, .md-remark, .md-image-label, .md-return, .md-alert-title, .md-notes-title';
const marks: Readonly<Record<string, string>> = { em: '*', strong: '**', del: '~~' };
/** Inline elements of raw HTML. */
const raw: ReadonlySet<string> = new Set(
  'sub sup kbd mark ins small u abbr ruby rt rp b i s q var samp cite dfn bdi bdo'.split(' '),
);

/** Reconstructs the Markdown of a part of an answer from the page. */
export function sourceOf(part: Node): string {
  return blocksOf(part).trim();
}

/** Returns an element's content, block by block, separated by an empty line. */
function blocksOf(parent: Node, between = '\n\n'): string {
  const parts: string[] = [];
  let line = '';
  let place = placeIn(parent);
  const endLine = () => {
    if (line.trim() !== '') parts.push(line.trim());
    line = '';
    place = placeIn(parent);
  };
  for (const node of parent.childNodes) {
    const block = node instanceof Element ? blockOf(node) : null;
    if (block === null) line += lineOf(node, place);
    else {
      endLine();
      if (block !== '') parts.push(block);
    }
  }
  endLine();
  return parts.join(between);
}

/** Returns a block as Markdown; null for inline content. */
function blockOf(element: Element): string | null {
  if (element.matches(silent)) return '';
  const level = /\bmd-h([1-6])\b/.exec(element.className)?.[1];
  if (level !== undefined) {
    const text = linesOf(element);
    // a trailing `#` would close the heading
    const words = text.endsWith('#') ? `${text.slice(0, -1)}\\#` : text;
    return `${'#'.repeat(Number(level))} ${words}`;
  }
  if (element.matches('.md-formula')) {
    const formula = element.querySelector('.md-math');
    return formula === null ? linesOf(element) : texOf(formula);
  }
  switch (element.localName) {
    case 'p':
    case 'summary':
    case 'dt':
      return linesOf(element);
    case 'hr':
      return '---';
    case 'blockquote':
      return prefixed(`${alertOf(element)}${blocksOf(element)}`, '> ', '> ');
    case 'ul':
    case 'ol':
      return listOf(element);
    case 'li':
      return itemOf(element, '- ');
    case 'table':
      return tableOf(element);
    case 'figure':
    case 'pre':
      return codeOf(element);
    case 'details':
      return detailsOf(element);
    case 'div':
    case 'section':
    case 'dl':
    case 'dd':
      return blocksOf(element);
    default:
      return null;
  }
}

function linesOf(parent: Node, place = placeIn(parent)): string {
  return [...parent.childNodes]
    .map((node) => lineOf(node, place))
    .join('')
    .trim();
}

function lineOf(node: Node, place: Place): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.nodeValue ?? '', place);
  if (!(node instanceof Element) || node.matches(silent)) return '';
  const name = node.localName;
  if (name === 'br') {
    // a table row is one line
    if (node.closest('td, th') !== null) return '<br>';
    place.fresh = true;
    return node.matches('.md-break') ? '\n' : '\\\n';
  }
  place.fresh = false;
  if (name === 'input') return node.hasAttribute('checked') ? '[x] ' : '[ ] ';
  if (node.matches('.md-math')) return texOf(node);
  if (name === 'code') return codeInLine(node.textContent ?? '', node.matches('.md-html'));
  if (node.matches('.md-image')) {
    const alt = node.querySelector('.md-image-alt')?.textContent ?? '';
    return `![${alt}](${node.querySelector('.md-image-address')?.textContent ?? ''})`;
  }
  if (node.matches('.md-call')) return `[^${node.textContent ?? ''}]`;
  const inner = linesOf(node, place);
  if (node.matches('.md-link, .md-dead')) {
    const address = addressOf(node);
    return node.textContent === address ? `<${address}>` : `[${inner}](${targetOf(node, address)})`;
  }
  const mark = marks[name];
  if (mark !== undefined) return inner === '' ? '' : `${mark}${inner}${mark}`;
  return raw.has(name) ? `<${name}>${inner}</${name}>` : inner;
}

/** Returns a link's target with its title. */
function targetOf(link: Element, address: string): string {
  const said = link.getAttribute('title') ?? '';
  const title = link.matches('.md-dead') ? said.split('\n').slice(0, -1).join('\n') : said;
  const where = /[\s()<>]/.test(address) ? `<${address.replace(/[<>]/g, '\\$&')}>` : address;
  return title === '' ? where : `${where} "${title.replace(/["\\]/g, '\\$&')}"`;
}

/** Returns a folded element with its tags. */
function detailsOf(details: Element): string {
  const open = details.hasAttribute('open') ? '<details open>' : '<details>';
  const summary = [...details.children].find(({ localName }) => localName === 'summary');
  const title =
    summary === undefined ? '' : `\n<summary>${inHtml(summary.textContent ?? '')}</summary>`;
  const rest = details.cloneNode(true) as Element;
  for (const one of [...rest.children]) if (one.localName === 'summary') one.remove();
  return [`${open}${title}`, blocksOf(rest), '</details>'].join('\n\n');
}

/** Text in an HTML block, where Markdown's marks do not apply. */
const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', ' ').trim();

function codeInLine(text: string, isHtml: boolean): string {
  if (isHtml) return text;
  let fence = '`';
  while (text.includes(fence)) fence += '`';
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

function codeOf(figure: Element): string {
  const text = (figure.querySelector('code') ?? figure).textContent ?? '';
  let fence = '```';
  while (text.includes(fence)) fence += '`';
  const language = figure.getAttribute('data-language') ?? '';
  const file = figure.getAttribute('data-file') ?? '';
  return `${fence}${infoOf(language, file)}\n${text.replace(/\n$/, '')}\n${fence}`;
}

const infoOf = (language: string, file: string): string => {
  if (file === '') return language;
  return /[\s`]/.test(file) ? `${language} title="${file}"` : `${language || 'text'}:${file}`;
};

/** Prefixes each line of a text: the first one, and the others. */
function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
    .join('\n');
}

const alertOf = (quote: Element): string => {
  const kind = /\bmd-alert-(\w+)/.exec(quote.className)?.[1];
  return kind === undefined ? '' : `[!${kind.toUpperCase()}]\n`;
};

function itemOf(item: Element, mark: string): string {
  const isLoose = item.parentElement?.matches('.md-loose') === true;
  return prefixed(blocksOf(item, isLoose ? '\n\n' : '\n'), mark, ' '.repeat(mark.length));
}

function listOf(list: Element): string {
  let number = Number(list.getAttribute('start') ?? 1);
  const items = [...list.children].map((item) => {
    const mark = list.localName === 'ol' ? `${number}. ` : '- ';
    number += 1;
    return itemOf(item, mark);
  });
  return items.join(list.matches('.md-loose') ? '\n\n' : '\n');
}

function tableOf(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => linesOf(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')),
  );
  const [head = [], ...rest] = rows;
  const aligns = [...(table.querySelector('tr')?.children ?? [])].map((cell) => {
    const align = /\bmd-(left|center|right)\b/.exec(cell.className)?.[1];
    return align === 'center'
      ? ':-:'
      : align === 'right'
        ? '--:'
        : align === 'left'
          ? ':--'
          : '---';
  });
  return [head, aligns, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
