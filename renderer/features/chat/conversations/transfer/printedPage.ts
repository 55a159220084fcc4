import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { maxPageLength } from '../../../../../preload/contract/chat/conversations.ts';
import { AppError } from '../../../../../preload/contract/errors.ts';
import { escaped, safeHtml } from './safeHtml.ts';

/** A conversation to be printed: the branch on screen. */
export interface PrintedConversation {
  readonly title: string;
  readonly messages: readonly Message[];
}

/** Functions that draw a page. */
export interface Drawing {
  readonly language: string;
  readonly draw: (markdown: string) => Promise<Node>;
  /** Returns the bytes of a stored file. @throws AppError `attachment-missing` */
  readonly read: (attachment: Attachment) => Promise<Uint8Array<ArrayBuffer>>;
  readonly time: (at: string) => string;
  readonly words: {
    readonly you: string;
    readonly model: string;
    readonly edited: (model: string) => string;
    readonly untitled: string;
    readonly reasoning: string;
    readonly calls: (name: string) => string;
    readonly attached: (name: string) => string;
    readonly imageLeftOut: (name: string) => string;
  };
}

/** Maximum characters of all images of a page; the rest are named in it. */
const mostImages = 28 * 1024 * 1024;

/** Nothing in it runs, and nothing is fetched: it opens without a network. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const style = `
:root { color-scheme: light; }
body { overflow-wrap: anywhere; margin: 0 auto; max-width: 46rem; padding: 2rem 1rem; font: 15px/1.6 system-ui, sans-serif; color: #1a1c1e; background: #fff; }
:lang(ja) { line-height: 1.7; }
h1.title { font-size: 1.5rem; line-height: 1.3; margin: 0 0 1rem; }
article + article { margin-top: 4rem; }
section { margin: 0 0 1.5rem; }
section > h2 { font-size: .8rem; font-weight: 600; color: #5a6066; margin: 0 0 .25rem; }
section > h2 time { font-weight: 400; }
.question { background: #f2f5f5; border-radius: 10px; padding: .75rem 1rem; }
.as-is, pre { white-space: pre-wrap; }
/* what stands deep within others would leave the page */
:is(ul, ol, blockquote, details) :is(ul, ol, blockquote, details) :is(ul, ol, blockquote, details) :is(ul, ol, blockquote, details) :is(ul, ol, blockquote, details) :is(ul, ol, blockquote, details) :is(ul, ol, blockquote, details) { margin-inline: 0; padding-inline: 0; border: 0; list-style-position: inside; }
pre { background: #f5f6f7; border: 1px solid #e1e4e6; border-radius: 6px; padding: .6rem .8rem; font: 12.5px/1.5 ui-monospace, monospace; }
code { font: .88em ui-monospace, monospace; }
pre code { font: inherit; }
blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid #d5dadd; color: #43494e; }
table { border-collapse: collapse; font-size: .92em; max-width: 100%; }
table + table { margin-top: 1em; }
th, td { border: 1px solid #d5dadd; padding: .3em .6em; text-align: left; vertical-align: top; }
img { display: block; max-width: 100%; max-height: 20cm; margin: .5rem 0; border-radius: 6px; }
details { font-size: .88em; color: #5a6066; margin: .5rem 0; }
a { color: #00696b; }
@page { margin: 18mm 16mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  article + article { break-before: page; margin: 0; }
  h1, h2, h3, h4, summary { break-after: avoid; }
  tr, img, blockquote, math { break-inside: avoid; }
  p, li { orphans: 3; widows: 3; }
  pre, .question { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .words a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .8em; overflow-wrap: anywhere; }
}
`;

/**
 * Returns conversations as one HTML page for reading and printing.
 * @throws AppError `export-too-large`
 */
export async function pageOf(
  conversations: readonly PrintedConversation[],
  drawing: Drawing,
): Promise<string> {
  const { language, words } = drawing;
  const images = { left: mostImages };
  const titleOf = ({ title }: PrintedConversation) =>
    title.replaceAll(/\s+/g, ' ') || words.untitled;
  const out: string[] = [];
  let size = 0;
  const add = (html: string) => {
    size += html.length;
    if (size > maxPageLength) {
      throw new AppError('export-too-large', { details: { limit: maxPageLength } });
    }
    out.push(html);
  };
  add(
    `<!doctype html>\n<html lang="${escaped(language)}">\n<head>\n<meta charset="utf-8">\n` +
      `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">\n` +
      '<meta name="viewport" content="width=device-width">\n<meta name="referrer" content="no-referrer">\n' +
      `<title>${escaped(conversations.map(titleOf).slice(0, 3).join(' · '))}</title>\n` +
      `<style>${style}</style>\n</head>\n<body>\n`,
  );
  for (const conversation of conversations) {
    add(`<article>\n<h1 class="title" dir="auto">${escaped(titleOf(conversation))}</h1>\n`);
    for (const message of conversation.messages) add(await section(message, drawing, images));
    add('</article>\n');
  }
  add('</body>\n</html>\n');
  return out.join('');
}

async function section(
  { role, model, edited, createdAt, content, reasoning, toolCalls, attachments }: Message,
  drawing: Drawing,
  images: { left: number },
): Promise<string> {
  const { words, draw, time } = drawing;
  const name = model ?? words.model;
  const who = role === 'user' ? words.you : edited === true ? words.edited(name) : name;
  const parts = [
    `<section class="${role === 'user' ? 'question' : 'answer'}">`,
    `<h2>${escaped(who)} · <time datetime="${escaped(createdAt)}">${escaped(time(createdAt))}</time></h2>`,
  ];
  if (reasoning !== '') parts.push(folded(words.reasoning, reasoning));
  for (const one of attachments) parts.push(await attachedHtml(one, drawing, images));
  if (content !== '') {
    parts.push(
      role === 'user'
        ? `<div class="words as-is" dir="auto">${escaped(content)}</div>`
        : `<div class="words" dir="auto">${safeHtml(await draw(content))}</div>`,
    );
  }
  for (const { name, arguments: given, result } of toolCalls) {
    parts.push(folded(words.calls(name), result === null ? given : `${given}\n\n${result}`));
  }
  return `${parts.join('\n')}\n</section>\n`;
}

/** Open, because folded content is not printed. */
function folded(summary: string, text: string): string {
  return `<details open><summary>${escaped(summary)}</summary><div class="as-is" dir="auto">${escaped(text)}</div></details>`;
}

async function attachedHtml(
  one: Attachment,
  { words, read }: Drawing,
  images: { left: number },
): Promise<string> {
  const named = `<p>${escaped(words.attached(one.name))}</p>`;
  if (one.kind !== 'image' || one.mode === 'left-out') return named;
  const bytes = one.file.size * 1.4 > images.left ? null : await unlessMissing(() => read(one));
  if (bytes === null) return `<p>${escaped(words.imageLeftOut(one.name))}</p>`;
  const data = base64(bytes);
  images.left -= data.length;
  return `<img alt="${escaped(one.name)}" src="data:${one.file.type};base64,${data}">`;
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'attachment-missing') return null;
    throw error;
  }
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}
