import type { Block } from '../../../common/markdown/parse/block.ts';
import { normaliseLabel } from '../../../common/markdown/parse/block.ts';
import { MarkdownDocument } from '../../../common/markdown/parse/document.ts';
import type { Inline } from '../../../common/markdown/parse/inline.ts';
import { InlineParser } from '../../../common/markdown/parse/inlines.ts';

/** HTML of a text as the CommonMark specification writes it, to hold the parser against its examples. */
export function toHtml(text: string, options: { math?: boolean } = {}): string {
  const document = new MarkdownDocument();
  while (!document.read(text, false));
  const references = {
    definition: (label: string) => document.definitions.get(label),
    note: (label: string) => document.notes.has(label),
  };
  const inlines = (source: string) =>
    new InlineParser(source.trimEnd(), 0, references).parse(false).nodes.map(inline).join('');

  const blocks = (all: readonly Block[], tight: boolean): string =>
    all
      .map((block, index) => {
        const html = one(block, tight);
        const isBare = tight && block.type === 'paragraph';
        return isBare && index < all.length - 1 ? `${html}\n` : html;
      })
      .join('');

  const one = (block: Block, tight: boolean): string => {
    switch (block.type) {
      case 'paragraph':
        return tight ? inlines(block.text) : `<p>${inlines(block.text)}</p>\n`;
      case 'heading':
        return `<h${block.level}>${inlines(block.text)}</h${block.level}>\n`;
      case 'rule':
        return '<hr />\n';
      case 'quote':
        return `<blockquote>\n${blocks(block.children, false)}</blockquote>\n`;
      case 'list': {
        const { ordered, start = 1 } = block.kind ?? {};
        const tag = ordered ? 'ol' : 'ul';
        const first = ordered && start !== 1 ? ` start="${start}"` : '';
        const items = block.children.map((item) => listItem(item, !block.loose)).join('');
        return `<${tag}${first}>\n${items}</${tag}>\n`;
      }
      case 'code': {
        const language = block.info?.split(/\s/)[0];
        const name = language ? ` class="language-${quote(language)}"` : '';
        return `<pre><code${name}>${quote(block.text)}</code></pre>\n`;
      }
      case 'html':
        return `${block.text.replace(/\n+$/, '')}\n`;
      case 'math':
        return `<math>${quote(block.text)}</math>\n`;
      case 'table': {
        const cells = (row: readonly string[], tag: string) =>
          row
            .map((cell, column) => {
              const align = block.align?.[column];
              return `<${tag}${align ? ` align="${align}"` : ''}>${inlines(cell)}</${tag}>\n`;
            })
            .join('');
        const [head = [], ...rest] = block.rows;
        const body = rest.map((row) => `<tr>\n${cells(row, 'td')}</tr>\n`).join('');
        return `<table>\n<thead>\n<tr>\n${cells(head, 'th')}</tr>\n</thead>\n${body && `<tbody>\n${body}</tbody>\n`}</table>\n`;
      }
      default:
        return '';
    }
  };

  const listItem = (item: Block, tight: boolean): string => {
    const inner = blocks(item.children, tight);
    const firstIsBare = tight && item.children[0]?.type === 'paragraph';
    return `<li>${item.children.length > 0 && !firstIsBare ? '\n' : ''}${inner}</li>\n`;
  };

  const inline = (node: Inline): string => {
    const kids = 'children' in node ? node.children.map(inline).join('') : '';
    switch (node.type) {
      case 'text':
        return quote(node.text);
      case 'code':
        return `<code>${quote(node.text)}</code>`;
      case 'html':
        return node.text;
      case 'soft':
        return '\n';
      case 'hard':
      case 'break':
        return '<br />\n';
      case 'element':
        return node.opener + kids + node.closer;
      case 'em':
      case 'strong':
      case 'del':
        return `<${node.type}>${kids}</${node.type}>`;
      case 'link': {
        const { href, title } = node.target;
        return `<a href="${quote(encode(href))}"${title && ` title="${quote(title)}"`}>${kids}</a>`;
      }
      case 'image': {
        const { href, title } = node.target;
        return `<img src="${quote(encode(href))}" alt="${quote(node.alt)}"${title && ` title="${quote(title)}"`} />`;
      }
      case 'note':
        return `<sup>${normaliseLabel(node.label)}</sup>`;
      case 'math':
        return options.math ? `<math>${quote(node.text)}</math>` : `$${quote(node.text)}$`;
      default:
        return quote(node.text);
    }
  };
  return blocks(document.root.children, false);
}

const quote = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const encode = (href: string): string =>
  href.replace(/%(?![0-9a-fA-F]{2})|[^!#$%&'()*+,\-./0-9:;=?@A-Z_a-z~]/gu, (char) =>
    encodeURIComponent(char),
  );
