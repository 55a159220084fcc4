// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openApp, paletteField } from '../../app.tsx';
import { at, type Chat, chatWorld, message, place } from '../chat-world.ts';

beforeEach(() => {
  localStorage.clear();
});

const word = 'שלום';
const said = (of: string, more = '') => `${word} ${of}${more}`;

const facts = { width: null, height: null, characters: 10, tokens: 3 };
const file = (name: string) => ({
  name,
  kind: 'text' as const,
  file: { hash: 'a'.repeat(64), size: 10, type: 'text/plain' as const, ...facts },
  encoding: 'utf-8',
  text: null,
  images: [],
  pages: null,
  mode: 'whole' as const,
});

function world() {
  const call = { id: 't1', name: 'clock', arguments: '{}', state: 'done', result: said('result') };
  const branch = [
    message('m0', 0, { content: said('question'), attachments: [file(said('file', '.txt'))] }),
    message('m1', 1, {
      content: said('answer'),
      reasoning: said('reasoning'),
      toolCalls: [call as never],
    }),
    message('m2', 2, { content: 'once more' }),
    message('m3', 3, { state: 'streaming' }),
  ];
  const waiting = { id: 'q1', createdAt: at, problem: null, edit: null };
  const chat: Chat = {
    branch,
    change: {
      title: said('title'),
      folderId: 'f1',
      tags: [said('tag')],
      streaming: true,
      queued: [
        { ...waiting, text: said('queued'), attachments: [file(said('queued-file', '.txt'))] },
      ],
      edits: [{ messageId: 'm2', text: said('begun'), attachments: [] }],
    },
  };
  const { bridge } = chatWorld(chat);
  bridge.answer({
    'folders.snapshot': ({ systemId }) => ({
      systemId,
      folders: [{ id: 'f1', systemId, name: said('folder') }],
    }),
    'prompts.snapshot': () => [
      {
        id: 'p1',
        name: said('prompt'),
        text: said('prompt-text'),
        folder: said('prompt-folder'),
        tags: [],
        updatedAt: at,
      },
      { id: 'p2', name: 'other', text: 'other', folder: '', tags: [], updatedAt: at },
    ],
    'conversations.search': () => ({
      hits: [
        {
          ...{ number: 1, messageId: 'm0', conversationId: 'c1', title: said('hit-title') },
          ...{ folderId: null, archived: false, role: 'user', model: null, createdAt: at },
          ...{ depth: 0, in: 'content', name: null },
          excerpt: [{ text: said('hit'), hit: true }],
        },
      ],
      ...{ more: false, unsearched: null, terms: [word], indexing: null },
    }),
  });
  return bridge;
}

/** Texts of the page that are written from right to left and stand in nothing that goes by what is in it. */
function leftToRight(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode() !== null) {
    const { data, parentElement: around } = walker.currentNode as Text;
    const seen = around?.closest('.sr-only, [data-words="hidden"]') === null;
    const own = around?.closest<HTMLElement>('[dir], bdi');
    const follows = own?.localName === 'bdi' || ['auto', 'rtl'].includes(own?.dir ?? '');
    // a sentence of ours isolates what it names
    if (seen && data.replaceAll(/\u2068[^\u2069]*\u2069/g, '').includes(word) && !follows) {
      found.push(data);
    }
  }
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=file]), textarea',
  );
  for (const field of fields) {
    if (field.value.includes(word) && field.dir !== 'auto') found.push(field.value);
  }
  return found;
}

const shows = (...these: string[]) =>
  waitFor(() => {
    const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
    const all = [document.body.textContent, ...[...fields].map(({ value }) => value)].join(' ');
    for (const one of these) expect(all).toContain(said(one));
  });

it('what users and servers wrote goes by its own letters, everywhere in the chat', async () => {
  const bridge = world();
  await openApp(bridge, place);
  await screen.findByRole('heading', { level: 2, name: new RegExp(said('title')) });
  fireEvent.click(await screen.findByRole('button', { name: /Thought|Reasoning/ }));
  await shows('folder', 'tag', 'question', 'answer', 'reasoning', 'result', 'file', 'begun');
  await shows('queued', 'queued-file');
  expect.soft(leftToRight()).toEqual([]);

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: word } });
  await shows('hit', 'hit-title');
  expect.soft(leftToRight()).toEqual([]);

  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const palette = await paletteField();
  fireEvent.change(palette, { target: { value: word } });
  await shows('prompt', 'prompt-folder');
  expect.soft(leftToRight()).toEqual([]);
  fireEvent.keyDown(palette, { key: 'Escape' });

  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  fireEvent.change(field, { target: { value: `/${word}` } });
  field.setSelectionRange(field.value.length, field.value.length);
  fireEvent.select(field);
  await shows('prompt-text');
  expect.soft(leftToRight()).toEqual([]);
});

it('a name in a sentence turns nothing around it', async () => {
  const bridge = world();
  await openApp(bridge, place);
  await screen.findByRole('heading', { level: 2, name: new RegExp(said('title')) });
  const names = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? '')
    .filter((name) => name.includes(said('title')));
  expect(names).not.toEqual([]);
  for (const name of names) expect(name).toContain(`\u2068${said('title')}\u2069`);
});
