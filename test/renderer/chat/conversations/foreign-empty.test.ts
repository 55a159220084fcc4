import { expect, test } from 'vitest';
import { batchesOf } from '../../../../renderer/features/chat/conversations/transfer/batches.ts';
import { zipOf } from '../../../support/files/zip.ts';
import { arrive } from './foreign-world.ts';

const openWebUi = (answer: object) => [
  {
    title: 'Plan',
    chat: {
      history: {
        currentId: 'b',
        messages: {
          a: { parentId: null, role: 'user', content: 'Why?' },
          b: { parentId: 'a', role: 'assistant', ...answer },
        },
      },
    },
  },
];
const part = (text: string) => ({ type: 'output_text', text });

test('Open WebUI: an answer whose text is only in its list of parts', async () => {
  const output = [
    { type: 'reasoning', id: 'r', content: [part('Sums.')] },
    { type: 'function_call', call_id: 'c', name: 'add', arguments: '{"a":1}' },
    { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: '2' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'So.' }] },
    { type: 'message', role: 'assistant', content: [part('It is 2.'), part('Really.')] },
    { type: 'open_webui:code_interpreter', id: 'k', code: 'print(1)', output: { stdout: '1' } },
    {
      type: 'message',
      content: [{ type: 'output_image', image_url: 'data:image/png;base64,AAAA' }],
    },
    { type: 'hologram', data: 1 },
  ];
  const { conversations, attached, leftOut } = await arrive(openWebUi({ content: '', output }));
  const answers = conversations[0]?.messages.slice(1) ?? [];
  expect(answers.map(({ content, reasoning }) => [content, reasoning])).toEqual([
    ['', 'Sums.'],
    ['It is 2.\n\nReally.', 'So.'],
  ]);
  expect(answers.flatMap(({ toolCalls }) => toolCalls)).toMatchObject([
    { name: 'add', arguments: '{"a":1}', result: '2', state: 'done' },
    { name: 'code_interpreter', arguments: 'print(1)', result: '{\n  "stdout": "1"\n}' },
  ]);
  expect(attached.map(({ name }) => name)).toEqual(['image-1.png']);
  expect(leftOut).toEqual([
    { conversation: 'Plan', kind: 'part', name: 'hologram (b)', reason: 'unknown' },
  ]);
});

test.each([
  ['both', { content: 'It is 2.', output: [{ type: 'message', content: [part('It is 2.')] }] }],
  ['the text', { content: 'It is 2.', output: [] }],
  ['the text, and parts that are none', { content: 'It is 2.', output: 'x' }],
  [
    'the text beside reasoning',
    { content: 'It is 2.', output: [{ type: 'reasoning', content: [part('R')] }] },
  ],
  [
    'a text as the content of a part',
    { content: '', output: [{ type: 'message', content: 'It is 2.' }] },
  ],
])('Open WebUI: an answer that is in %s comes once', async (_, answer) => {
  const { conversations, leftOut } = await arrive(openWebUi(answer));
  expect(conversations[0]?.messages.map(({ content }) => content)).toEqual(['Why?', 'It is 2.']);
  expect(leftOut).toEqual([]);
});

test.each([
  ['Open WebUI', openWebUi({ content: '', output: [] }), 'b'],
  [
    'ChatGPT',
    [
      {
        title: 'Plan',
        mapping: {
          root: { parent: null, message: null },
          a: {
            parent: 'root',
            message: {
              author: { role: 'user' },
              content: { content_type: 'text', parts: ['Why?'] },
            },
          },
          b: {
            parent: 'a',
            message: {
              author: { role: 'assistant' },
              content: { content_type: 'text', parts: [''] },
            },
          },
        },
      },
    ],
    'b',
  ],
  [
    'Claude',
    [
      {
        name: 'Plan',
        chat_messages: [
          { uuid: 'a', sender: 'human', text: 'Why?', content: [] },
          { uuid: 'b', sender: 'assistant', text: '', content: [] },
        ],
      },
    ],
    'b',
  ],
  [
    'LibreChat',
    {
      conversationId: 'x',
      title: 'Plan',
      messages: [
        { messageId: 'a', isCreatedByUser: true, text: 'Why?' },
        { messageId: 'b', parentMessageId: 'a', text: ' ' },
      ],
    },
    'b',
  ],
  [
    'Cherry Studio',
    {
      localStorage: { 'persist:cherry-studio': '{}' },
      indexedDB: {
        topics: [
          {
            id: 't',
            name: 'Plan',
            messages: [
              { id: 'a', role: 'user', blocks: ['m'] },
              { id: 'b', role: 'assistant', askId: 'a', blocks: [] },
            ],
          },
        ],
        message_blocks: [{ id: 'm', type: 'main_text', content: 'Why?' }],
      },
    },
    'b',
  ],
])('a message with nothing to show is named: %s', async (_, value, name) => {
  const { conversations, leftOut } = await arrive(value);
  expect(conversations[0]?.messages.map(({ content }) => content)).toEqual(['Why?']);
  expect(leftOut).toEqual([{ conversation: 'Plan', kind: 'message', name, reason: 'empty' }]);
});

test.each([
  [
    'Cherry Studio 2',
    { 'Data/cherrystudio.sqlite': 'SQLite format 3', 'metadata.json': '{}', 'cache.json': '{}' },
  ],
  [
    'Cherry Studio 1.7',
    {
      'metadata.json': '{}',
      'IndexedDB/file__0.indexeddb.leveldb/000003.log': 'x',
      'Local Storage/leveldb/1.log': 'x',
    },
  ],
  ['one in a folder', { 'backup/Data/cherrystudio.sqlite': 'x', 'backup/metadata.json': '{}' }],
])('a backup with a database is told as such: %s', async (_, entries) => {
  const bytes = await zipOf(entries);
  await expect(read(new Blob([bytes]))).rejects.toMatchObject({ code: 'import-database' });
});

test('a database by itself is told as such', async () => {
  const file = new Blob(['SQLite format 3\u0000', new Uint8Array(100)]);
  await expect(read(file)).rejects.toMatchObject({ code: 'import-database' });
});

async function read(file: Blob): Promise<void> {
  const reading = { now: '', note: () => undefined, attach: async () => 'refused' as const };
  for await (const part of batchesOf(file, reading)) void part;
}
