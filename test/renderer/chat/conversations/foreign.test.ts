import { expect, test } from 'vitest';
import { arrive, lines } from './foreign-world.ts';

const time = 1_700_000_000;

test('Claude: thinking, rounds of tools, citations, texts of attachments; files that are not in it are named', async () => {
  const arrived = await arrive([
    {
      uuid: 'c',
      name: 'Plans',
      created_at: '2026-01-01T00:00:00.000000Z',
      updated_at: '2026-01-02T00:00:00Z',
      chat_messages: [
        {
          ...{ uuid: 'a', sender: 'human', text: 'Read it', created_at: '2026-01-01T00:00:01Z' },
          content: [{ type: 'text', text: 'Read it' }],
          attachments: [{ file_name: 'plan.md', extracted_content: '# Plan' }],
          files: [{ file_name: 'photo.jpg' }],
        },
        {
          ...{ uuid: 'b', sender: 'assistant', created_at: '2026-01-01T00:00:02Z' },
          content: [
            { type: 'thinking', thinking: 'first think' },
            { type: 'text', text: 'I search.' },
            { type: 'tool_use', id: 't1', name: 'web_search', input: { query: 'x' } },
            {
              ...{ type: 'tool_result', tool_use_id: 't1', name: 'web_search' },
              content: [{ type: 'text', text: 'found' }],
            },
            {
              ...{ type: 'text', text: 'It is so. Yes.' },
              citations: [{ end_index: 9, details: { url: 'https://so.example' }, title: 'So' }],
            },
            { type: 'voice' },
          ],
        },
        { uuid: 'x', sender: 'ghost' },
        { uuid: 'd', sender: 'human', text: 'Older', content: [] },
      ],
    },
  ]);
  expect(lines(arrived)).toEqual([
    { id: 'm1', parentId: null, role: 'user', content: 'Read it', files: ['plan.md'] },
    {
      ...{ id: 'm2', parentId: 'm1', role: 'assistant', content: 'I search.' },
      reasoning: 'first think',
      calls: [['web_search', '{\n  "query": "x"\n}', 'found']],
    },
    {
      ...{ id: 'm3', parentId: 'm2', role: 'assistant' },
      content: 'It is so. ([So](https://so.example)) Yes.',
    },
    { id: 'm4', parentId: 'm3', role: 'user', content: 'Older' },
  ]);
  expect(arrived.attached).toEqual([{ name: 'plan.md', text: '# Plan' }]);
  expect(arrived.leftOut.map(({ name, reason }) => [name, reason]).sort()).toEqual([
    ['photo.jpg', 'not-in-file'],
    ['voice (b)', 'unknown'],
    ['x', 'unreadable'],
  ]);
});

test('Claude: branches where the export tells them', async () => {
  const one = (uuid: string, parent: string, sender: string) => ({
    ...{ uuid, parent_message_uuid: parent, sender, text: uuid },
  });
  const nobody = '00000000-0000-4000-8000-000000000000';
  const arrived = await arrive({
    name: 'Tree',
    chat_messages: [
      one('a', nobody, 'human'),
      one('b', 'a', 'assistant'),
      one('c', 'a', 'assistant'),
      one('d', 'b', 'human'),
    ],
  });
  expect(lines(arrived).map(({ content, parentId }) => [content, parentId])).toEqual([
    ['a', null],
    ['b', 'm1'],
    ['c', 'm1'],
    ['d', 'm2'],
  ]);
  expect(arrived.leftOut).toEqual([]);
});

test('Open WebUI: reasoning and tools unescaped into their own parts, images, files, sources, the system prompt', async () => {
  const content = [
    '<details type="reasoning" done="true" duration="3">',
    '<summary>Thought for 3 seconds</summary>',
    '&gt; is 1 &lt; 2 &amp;amp; so?',
    '&gt; yes',
    '</details>',
    'I look.',
    '<details type="tool_calls" done="true" id="call_1" name="get_time" arguments="&quot;{\\&quot;zone\\&quot;: \\&quot;a&gt;b\\&quot;}&quot;" result="&quot;it&#x27;s noon&quot;" files="">',
    '<summary>Tool Executed</summary>',
    '</details>',
    'It is <b>noon</b>.',
    '<details><summary>own</summary>stays</details>',
  ].join('\n');
  const arrived = await arrive([
    {
      id: '1',
      title: 'Clock',
      created_at: time,
      chat: {
        models: ['llama'],
        params: { system: 'Be exact.' },
        history: {
          currentId: 'b',
          messages: {
            a: {
              ...{ parentId: null, role: 'user', content: 'time?', timestamp: time },
              files: [
                { type: 'image', url: 'data:image/png;base64,aW1hZ2U=' },
                { type: 'file', name: 'zones.txt', file: { data: { content: 'Z' } } },
                {
                  type: 'image',
                  url: '/api/v1/files/0123456789abcdef01234/content',
                  name: 'far.png',
                },
              ],
            },
            b: {
              ...{ parentId: 'a', role: 'assistant', content, timestamp: time + 1, model: 'llama' },
              sources: [{ source: { name: 'Clock', url: 'https://clock.example' } }],
            },
            c: { parentId: 'a', role: 'assistant', content: 'other' },
            d: 'no message',
          },
        },
      },
    },
  ]);
  expect(lines(arrived)).toEqual([
    {
      id: 'm1',
      parentId: null,
      role: 'user',
      content: 'time?',
      files: ['file-1.png', 'zones.txt'],
    },
    {
      ...{ id: 'm2', parentId: 'm1', role: 'assistant', content: 'I look.' },
      reasoning: 'is 1 < 2 &amp; so?\nyes',
      calls: [['get_time', '{"zone": "a>b"}', "it's noon"]],
    },
    { id: 'm3', parentId: 'm1', role: 'assistant', content: 'other' },
    {
      ...{ id: 'm4', parentId: 'm2', role: 'assistant' },
      content:
        'It is <b>noon</b>.\n<details><summary>own</summary>stays</details>\n\n- [Clock](https://clock.example)',
    },
  ]);
  expect(arrived.conversations[0]).toMatchObject({
    leafId: 'm4',
    parameters: { system: 'Be exact.' },
  });
  expect(arrived.attached).toEqual([
    { name: 'file-1.png', text: 'image' },
    { name: 'zones.txt', text: 'Z' },
  ]);
  expect(arrived.leftOut.map(({ name, reason }) => [name, reason]).sort()).toEqual([
    ['d', 'unreadable'],
    ['far.png', 'not-in-file'],
  ]);
});

test('LibreChat: in a row and each in the one before, parts of content, the system prompt', async () => {
  const messages = [
    {
      ...{ messageId: 'a', parentMessageId: '00000000-0000-0000-0000-000000000000' },
      ...{ text: 'hi', isCreatedByUser: true, createdAt: '2026-01-01T00:00:00Z' },
      files: [{ filename: 'a.png', file_id: 'f1' }],
    },
    {
      ...{
        messageId: 'b',
        parentMessageId: 'a',
        sender: 'GPT',
        isCreatedByUser: false,
        model: 'm',
      },
      content: [
        { type: 'think', think: 'let me see' },
        { type: 'text', text: { value: 'first' } },
        { type: 'tool_call', tool_call: { id: 't', name: 'calc', args: '{"a":1}', output: '2' } },
        { type: 'text', text: 'then' },
      ],
    },
    {
      ...{ messageId: 'c', parentMessageId: 'a', sender: 'GPT', isCreatedByUser: false },
      text: ':::thinking\nolder way\n:::\nsaid',
    },
    { messageId: 'd', parentMessageId: 'c' },
  ];
  const outside = {
    conversationId: 'x',
    title: 'Libre',
    options: { model: 'm', promptPrefix: 'Short.' },
  };
  const expected = [
    { id: 'm1', parentId: null, role: 'user', content: 'hi' },
    {
      ...{ id: 'm2', parentId: 'm1', role: 'assistant', content: 'first', reasoning: 'let me see' },
      calls: [['calc', '{"a":1}', '2']],
    },
    { id: 'm3', parentId: 'm1', role: 'assistant', content: 'said', reasoning: 'older way' },
    { id: 'm4', parentId: 'm2', role: 'assistant', content: 'then' },
  ];
  const [a, b, c, d] = messages;
  const inside = [{ ...a, children: [b, { ...c, children: [d] }] }];
  for (const file of [
    { ...outside, messages },
    { ...outside, messages: inside, recursive: true },
    { ...outside, messagesTree: inside },
  ]) {
    const arrived = await arrive(file);
    expect(lines(arrived)).toEqual(expected);
    expect(arrived.conversations[0]).toMatchObject({ parameters: { system: 'Short.' } });
    expect(arrived.leftOut.map(({ name, reason }) => [name, reason]).sort()).toEqual([
      ['a.png', 'not-in-file'],
      ['d', 'unreadable'],
    ]);
  }
});

test('Cherry Studio: what was cleared from the context is not sent here either', async () => {
  const said = (id: string, role: string, content: string, more: object = {}) => ({
    ...{ id, role, content, createdAt: '2026-01-01T00:00:00Z' },
    ...more,
  });
  const line = { id: 'line', role: 'user', type: 'clear' };
  const talk = [said('a', 'user', 'one'), said('b', 'assistant', 'two', { askId: 'a' })];
  const after = [
    said('x', 'assistant', ''),
    said('c', 'user', 'three'),
    said('d', 'assistant', 'four', { askId: 'c' }),
  ];
  const topics = [
    { id: 't1', messages: [...talk, line, ...after] },
    { id: 't2', messages: [...talk, line] },
    { id: 't3', messages: [...talk, line, ...after, { ...line, id: 'end' }] },
    { id: 't4', messages: talk },
  ];
  const backup = { indexedDB: { topics, message_blocks: [] } };
  const arrived = await arrive(backup, {}, 'data.json');
  const starts = arrived.conversations.map(
    ({ messages, startId }) => messages.find(({ id }) => id === startId)?.content ?? null,
  );
  expect(starts).toEqual(['three', null, null, null]);
  expect(arrived.leftOut.map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
    ['message', 'x', 'empty'],
    ['part', 'line', 'cleared'],
    ['part', 'end', 'cleared'],
    ['message', 'x', 'empty'],
  ]);
});

test('Cherry Studio: a backup with its topics, blocks, files, answers side by side, assistants as folders', async () => {
  const block = (id: string, type: string, more: object) => ({ id, type, ...more });
  const backup = {
    localStorage: {
      'persist:cherry-studio': JSON.stringify({
        assistants: JSON.stringify({
          assistants: [
            {
              ...{ id: 'as', name: 'Helper', prompt: 'Help.' },
              topics: [
                { id: 't1', name: 'Garden', createdAt: '2026-01-01T00:00:00Z', pinned: true },
              ],
            },
          ],
        }),
      }),
    },
    indexedDB: {
      topics: [
        {
          id: 't1',
          messages: [
            { id: 'a', role: 'user', blocks: ['1', '2'], createdAt: '2026-01-01T00:00:00Z' },
            {
              id: 'b',
              role: 'assistant',
              askId: 'a',
              blocks: ['3', '4', '5', '6'],
              model: { id: 'm1' },
            },
            { id: 'c', role: 'assistant', askId: 'a', blocks: ['7', '9'], foldSelected: true },
            { id: 'd', role: 'user', blocks: ['8'] },
          ],
        },
        { id: 't2', messages: [] },
      ],
      message_blocks: [
        block('1', 'main_text', { content: 'which rose?' }),
        block('2', 'file', { file: { id: 'f-1', origin_name: 'roses.pdf', ext: '.pdf' } }),
        block('3', 'thinking', { content: 'hmm' }),
        block('4', 'main_text', { content: 'red' }),
        block('5', 'tool', { toolName: 'shop', arguments: { a: 1 }, content: 'sold' }),
        block('6', 'citation', {
          response: { results: [{ title: 'Roses', url: 'https://rose.example' }] },
        }),
        block('7', 'main_text', { content: 'white' }),
        block('8', 'main_text', { content: 'thanks' }),
        block('9', 'smell', {}),
      ],
    },
  };
  const arrived = await arrive(backup, { 'Data/Files/f-1.pdf': 'pdf' }, 'data.json');
  expect(lines(arrived)).toEqual([
    { id: 'm1', parentId: null, role: 'user', content: 'which rose?', files: ['roses.pdf'] },
    {
      ...{ id: 'm2', parentId: 'm1', role: 'assistant', content: 'red', reasoning: 'hmm' },
      calls: [['shop', '{\n  "a": 1\n}', 'sold']],
    },
    { id: 'm3', parentId: 'm1', role: 'assistant', content: 'white' },
    { id: 'm4', parentId: 'm2', role: 'assistant', content: '- [Roses](https://rose.example)' },
    { id: 'm5', parentId: 'm3', role: 'user', content: 'thanks' },
  ]);
  expect(arrived.conversations).toMatchObject([
    {
      title: 'Garden',
      folder: 'Helper',
      pinned: true,
      parameters: { system: 'Help.' },
      leafId: 'm5',
    },
  ]);
  expect(arrived.leftOut.map(({ kind, reason }) => [kind, reason]).sort()).toEqual([
    ['conversation', 'empty'],
    ['part', 'unknown'],
  ]);
});
