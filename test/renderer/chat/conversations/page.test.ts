// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import {
  type Drawing,
  pageOf,
} from '../../../../renderer/features/chat/conversations/transfer/printedPage.ts';
import { safeHtml } from '../../../../renderer/features/chat/conversations/transfer/safeHtml.ts';

const at = '2026-01-02T03:04:05.000Z';
const evil = `</style></script><script>alert(1)</script><img src=x onerror="alert(1)">'"&\u0000`;

const message = (more: Partial<Message>): Message => ({
  ...{ id: 'm', conversationId: 'c', parentId: null, depth: 0, role: 'user', content: 'words' },
  ...{ reasoning: '', state: 'complete', model: null, finishReason: null, usage: null },
  ...{ problem: null, toolCalls: [], attachments: [], leftOut: null, createdAt: at },
  ...{ firstByteAt: null, contentAt: null, endedAt: null, ...more },
});
const picture = (name: string, size = 3): Attachment => ({
  ...{ name, kind: 'image', encoding: null, text: null, images: [], pages: null, mode: 'whole' },
  file: {
    ...{ hash: 'ab'.repeat(32), type: 'image/png', size, width: 1, height: 1 },
    ...{ characters: null, tokens: 1 },
  },
});

/** Draws a text as the DOM has it: whatever Markdown would let through. */
async function draw(html: string): Promise<Node> {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
const drawing: Drawing = {
  language: 'en',
  draw,
  read: async ({ name }) => {
    if (name === 'gone.png') throw new AppError('attachment-missing');
    return new Uint8Array([1, 2, 3]);
  },
  time: (instant) => instant,
  words: {
    ...{ you: 'You', model: 'A model', untitled: 'Untitled', reasoning: 'Reasoning' },
    calls: (name) => `Call of ${name}`,
    attached: (name) => `Attached: ${name}`,
    edited: (model) => `${model} (edited)`,
    imageLeftOut: (name) => `Left out: ${name}`,
  },
};

const everywhere = [
  message({ content: evil, attachments: [picture(evil), { ...picture(evil), kind: 'text' }] }),
  message({
    ...{ role: 'assistant', model: evil, reasoning: evil, content: `<p>${evil}</p>` },
    toolCalls: [{ id: 't', name: evil, arguments: evil, state: 'done', result: evil }],
  }),
];

test('no tag of a text becomes one of the page, wherever it stands, and nothing is fetched', async () => {
  const html = await pageOf([{ title: evil, messages: everywhere }], drawing);
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelectorAll('script, iframe, object, embed, link, base, form')).toHaveLength(0);
  expect(page.querySelectorAll('style')).toHaveLength(1);
  const sources = [...page.querySelectorAll('[src]')].map((one) => one.getAttribute('src'));
  expect(sources).toEqual(['data:image/png;base64,AQID']);
  const handlers = [...page.querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes].filter(({ name }) => name.startsWith('on') || name === 'style'),
  );
  expect(handlers).toEqual([]);
  const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  expect(html).not.toMatch(/url\(|@import|https?:/);
  // the words are all there
  expect(page.querySelector('.question .as-is')?.textContent).toBe(
    evil.replace('\u0000', '\ufffd'),
  );
  expect(page.body.textContent).toContain('Call of </style>');
});

test('an answer that the user wrote is named so', async () => {
  const messages = [message({ role: 'assistant', model: 'alpha', edited: true })];
  const page = await pageOf([{ title: 'Title', messages }], drawing);
  expect(page).toContain('<h2>alpha (edited) · ');
});

test('a safe list of elements is left: links of the web and of mail, formulas, tables; nothing to press', async () => {
  const drawn = await draw(
    [
      '<h2 id="x" class="y">T</h2><a href="https://a.example/?a=1&b=2" onclick="x()">web</a>',
      '<a href="javascript:alert(1)">run</a><a href="file:///etc/passwd">file</a>',
      '<button>Copy</button><ol start="3"><li dir="rtl">x</li></ol>',
      '<math display="block"><mi href="javascript:1">x</mi><annotation>\\x</annotation></math>',
      '<svg onload="x()"><text>drawn</text></svg><input type="checkbox" checked>done',
      '<table><tr><td colspan="2" background="http://x">1</td></tr></table><br><details><summary>s</summary>d</details>',
    ].join(''),
  );
  expect(safeHtml(drawn)).toBe(
    [
      '<h2>T</h2><a href="https://a.example/?a=1&amp;b=2" rel="noreferrer noopener">web</a>',
      'runfile<ol start="3"><li dir="rtl">x</li></ol>',
      '<math display="block"><mi>x</mi></math>',
      'drawn☑ done',
      '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table><br><details open><summary>s</summary>d</details>',
    ].join(''),
  );
});

test('images that are gone or too many for a page are named in it', async () => {
  const attachments = [picture('gone.png'), picture('large.png', 30_000_000), picture('here.png')];
  const html = await pageOf([{ title: 't', messages: [message({ attachments })] }], drawing);
  expect(html).toContain(
    '<p>Left out: gone.png</p>\n<p>Left out: large.png</p>\n<img alt="here.png"',
  );
});

test('more than a page can have is refused before it is all drawn', async () => {
  const long = message({ content: 'x'.repeat(14_000_000) });
  const messages = Array.from({ length: 9 }, () => long);
  await expect(pageOf([{ title: 't', messages }], drawing)).rejects.toMatchObject({
    code: 'export-too-large',
  });
});

test('quotes 600 deep are written without end of the stack', () => {
  let inner: Element = document.createElement('blockquote');
  const root = document.createElement('div');
  root.append(inner);
  for (let at = 0; at < 600; at += 1) {
    const next = document.createElement('blockquote');
    inner.append(next);
    inner = next;
  }
  expect(safeHtml(root)).toHaveLength(601 * '<blockquote></blockquote>'.length);
});
