import { externalAddress } from '../../common/addresses/external-address.ts';

/**
 * What a reader sees of a piece of a page, as text to compare: elements, links, pictures and text, however
 * they are made. Of an answer, what the page brings itself (groups, buttons) counts for nothing; of the
 * specification's HTML, classes and names do, for no answer may bring them.
 */
export function outline(root: Node): string {
  return (
    [...root.childNodes]
      .map((node) => of(node, false))
      .join('')
      .replaceAll(/[ \n\t]+/g, ' ')
      .replaceAll(/ ?(⟪[^⟫]*⟫) ?/g, '$1')
      .replaceAll('⟪⟫', '')
      // nobody sees an element of a line with nothing in it
      .replaceAll(/⟦[^⟦⟧]*⟧ ?⟦\/⟧/g, '')
      .trim()
  );
}

const blocks: ReadonlySet<string> = new Set(
  'address article blockquote br center dd details div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
);
/** What has no looks of its own, or only groups what is in it. */
const clear =
  '.md-group, .md-piece, .md-part, .long-text-part, .md-table-box, .md-table, thead, tbody, tfoot';
const silent = 'button, .md-tools, figcaption, .md-image-label, .md-alert-title';

function of(node: Node, isKept: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.nodeValue ?? '';
    return isKept ? text.replaceAll('\n', '␤').replaceAll(' ', '·') : text;
  }
  if (!(node instanceof Element) || node.matches(silent)) return '';
  const name = node.localName;
  const kept = isKept || name === 'pre';
  const inner = () => [...node.childNodes].map((child) => of(child, kept)).join('');
  if (node.matches(clear)) return inner();
  if (node.matches('figure.md-code')) return code(node);
  if (name === 'pre' && node.firstElementChild?.localName === 'code') return code(node);
  if (node.matches('.md-html')) return inner();
  if (node.matches('.md-html-block')) return `⟪⟫${inner()}⟪⟫`;
  if (node.matches('.md-image')) {
    return picture(
      node.querySelector('.md-image-address')?.textContent ?? '',
      node.querySelector('.md-image-alt')?.textContent ?? '',
      node.getAttribute('title') ?? '',
    );
  }
  if (name === 'img') {
    return picture(
      node.getAttribute('src') ?? '',
      node.getAttribute('alt') ?? '',
      node.getAttribute('title') ?? '',
    );
  }
  if (node.matches('.md-dead')) {
    const lines = (node.getAttribute('title') ?? '').split('\n');
    return link(lines.at(-1) ?? '', lines.slice(0, -1).join('\n'), inner());
  }
  if (name === 'a' && node.hasAttribute('href')) {
    return link(node.getAttribute('href') ?? '', node.getAttribute('title') ?? '', inner());
  }
  if (name === 'a' || name === 'span') return inner();
  if (name === 'input') return `[${node.hasAttribute('checked') ? 'x' : ' '}] `;
  if (name === 'p' && isTight(node)) return ` ${inner()} `;
  const level = /\bmd-h([1-6])\b/.exec(node.className)?.[1];
  const shown = level === undefined ? name : `h${level}`;
  if (blocks.has(name)) return block(shown, attributes(node), inner());
  return `⟦${shown}⟧${inner()}⟦/⟧`;
}

const block = (name: string, facts: string, inner: string): string =>
  `⟪${name}${facts}⟫${inner}⟪/${name}⟫`;

/** A paragraph of a list whose items stand close together is no block of its own. */
function isTight(paragraph: Element): boolean {
  const list = paragraph.parentElement?.localName === 'li' && paragraph.closest('ul, ol');
  const isOurs = paragraph.closest('.md') !== null;
  return isOurs && list instanceof Element && !list.classList.contains('md-loose');
}

function attributes(node: Element): string {
  const align =
    node.getAttribute('align') ?? /\bmd-(left|center|right)\b/.exec(node.className)?.[1] ?? '';
  const start = node.getAttribute('start') ?? '';
  return `${align && ` align=${align}`}${start && ` start=${start}`}`;
}

function code(figure: Element): string {
  const element = figure.querySelector('code');
  const language =
    (figure as HTMLElement).dataset.language ??
    /language-(\S+)/.exec(element?.className ?? '')?.[1]?.toLowerCase() ??
    '';
  const text = [...(element?.childNodes ?? [])].map((child) => of(child, true)).join('');
  // of the specification's code, the last line ending is the block's
  const isOurs = figure.matches('.md-code');
  return block('code', ` ${language}`, isOurs ? text : text.replace(/␤$/, ''));
}

const link = (href: string, title: string, inner: string): string =>
  `⟦a ${address(href)} "${title}"⟧${inner}⟦/⟧`;
const picture = (src: string, alt: string, title: string): string =>
  `⟦img ${address(src)} "${alt}" "${title}"⟧`;

/** One way to write an address. */
function address(href: string): string {
  const opened = externalAddress(href) ?? href;
  return opened.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      // no UTF-8: it stands as it is
      return escaped;
    }
  });
}
