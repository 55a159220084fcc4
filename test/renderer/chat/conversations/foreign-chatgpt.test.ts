import { expect, test } from 'vitest';
import { arrive, lines } from './foreign-world.ts';

const time = 1_700_000_000;

/** A node of ChatGPT's tree. */
const node = (parent: string | null, role: string, content: object, more: object = {}) => ({
  parent,
  message: { author: { role }, create_time: time, content, metadata: {}, ...more },
});
const said = (text: string) => ({ content_type: 'text', parts: [text] });

test('ChatGPT: thoughts, calls with their output, citations as links, pictures and files', async () => {
  const mapping = {
    root: { parent: null, message: null },
    system: node('root', 'system', said('hidden')),
    question: node(
      'system',
      'user',
      {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-Aa1' },
          'What is this?',
        ],
      },
      {
        metadata: {
          attachments: [
            { id: 'file-Aa1', name: 'photo.png' },
            { id: 'file-Bb2', name: 'data.csv' },
            { id: 'file-Cc3', name: 'gone.txt' },
          ],
        },
      },
    ),
    thinking: node('question', 'assistant', {
      content_type: 'thoughts',
      thoughts: [{ summary: 'Looking', content: 'It has four legs.' }],
    }),
    recap: node('thinking', 'assistant', { content_type: 'reasoning_recap', content: 'for 5 s' }),
    call: node(
      'recap',
      'assistant',
      { content_type: 'code', text: 'print(1)' },
      { recipient: 'python' },
    ),
    output: node(
      'call',
      'tool',
      { content_type: 'execution_output', text: '1' },
      { author: { role: 'tool', name: 'python' } },
    ),
    answer: node(
      'output',
      'assistant',
      said('A cat \ue200cite\ue202turn0search0\ue201, see 【1†source】.\ue200x\ue201'),
      {
        metadata: {
          model_slug: 'gpt-x',
          content_references: [
            {
              matched_text: '\ue200cite\ue202turn0search0\ue201',
              items: [{ title: 'Cats [all]', url: 'https://cats.example/a(b)' }],
            },
          ],
          citations: [
            { start_ix: 41, end_ix: 51, metadata: { title: 'One', url: 'https://one.example' } },
          ],
        },
      },
    ),
    other: node('question', 'assistant', said('A dog')),
    broken: { parent: 'answer', message: { author: 7 } },
    after: node('broken', 'user', said('Thanks')),
    strange: node('after', 'assistant', { content_type: 'hologram' }),
  };
  const text = mapping.answer.message.content as { parts: string[] };
  const at = [...(text.parts[0] ?? '')].join('').indexOf('【');
  Object.assign((mapping.answer.message.metadata as { citations: object[] }).citations[0] ?? {}, {
    start_ix: at,
    end_ix: at + '【1†source】'.length,
  });
  const arrived = await arrive(
    [{ title: 'Pets', create_time: time, update_time: time + 1, mapping, current_node: 'after' }],
    {
      'file-Aa1-photo.png': 'the picture',
      'user-x/file-Bb2-data.csv': 'a,b',
    },
  );
  expect(lines(arrived)).toEqual([
    {
      id: 'm1',
      parentId: null,
      role: 'user',
      content: 'What is this?',
      files: ['photo.png', 'data.csv'],
    },
    {
      ...{ id: 'm2', parentId: 'm1', role: 'assistant', content: 'A dog' },
    },
    {
      ...{ id: 'm3', parentId: 'm1', role: 'assistant', content: '' },
      reasoning: '**Looking**\n\nIt has four legs.',
      calls: [['python', 'print(1)', '1']],
    },
    {
      ...{ id: 'm4', parentId: 'm3', role: 'assistant' },
      content:
        'A cat  ([Cats \\[all\\]](https://cats.example/a%28b%29)), see  ([One](https://one.example)).',
    },
    { id: 'm5', parentId: 'm4', role: 'user', content: 'Thanks' },
  ]);
  expect(arrived.attached).toEqual([
    { name: 'photo.png', text: 'the picture' },
    { name: 'data.csv', text: 'a,b' },
  ]);
  expect(arrived.conversations).toMatchObject([
    { title: 'Pets', model: 'gpt-x', leafId: 'm5', createdAt: '2023-11-14T22:13:20.000Z' },
  ]);
  expect(arrived.leftOut.map(({ kind, name, reason }) => [kind, name, reason]).sort()).toEqual([
    ['file', 'gone.txt', 'not-in-file'],
    ['message', 'broken', 'unreadable'],
    ['part', 'hologram (strange)', 'unknown'],
  ]);
});

test('ChatGPT: thoughts without an answer and a tool without a call are messages of their own; its picture comes', async () => {
  const arrived = await arrive(
    [
      {
        title: '',
        mapping: {
          q: node(null, 'user', said('draw')),
          t: node('q', 'assistant', { content_type: 'thoughts', thoughts: [{ content: 'hm' }] }),
          p: node(
            'q',
            'tool',
            {
              content_type: 'multimodal_text',
              parts: [
                { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_0aB' },
              ],
            },
            { author: { role: 'tool', name: 'dalle.text2im' } },
          ),
        },
      },
    ],
    { 'user-1/file_0aB-sanitized.png': 'a picture' },
  );
  expect(lines(arrived)).toEqual([
    { id: 'm1', parentId: null, role: 'user', content: 'draw' },
    { id: 'm2', parentId: 'm1', role: 'assistant', content: '', reasoning: 'hm' },
    {
      ...{ id: 'm3', parentId: 'm1', role: 'assistant', content: '' },
      ...{ calls: [['dalle.text2im', '', '']], files: ['file_0aB-sanitized.png'] },
    },
  ]);
});
