import { expect, test } from 'vitest';
import { arrive, lines } from './foreign-world.ts';

const node = (parent: string | null, text: string, role = 'user', more: object = {}) => ({
  parent,
  message: { author: { role }, content: { content_type: 'text', parts: [text] }, ...more },
});

test('circles, parents that are not there, and ids of a prototype cost no message', async () => {
  const mapping = {
    a: node('b', 'in a circle'),
    b: node('c', 'in it too'),
    c: node('a', 'and this'),
    self: node('self', 'its own parent'),
    below: node('a', 'below the circle'),
    orphan: node('nowhere', 'an orphan'),
    constructor: node(null, 'a root'),
    child: node('constructor', 'its child'),
  };
  const mappingText = JSON.parse(
    JSON.stringify(mapping).replace('{', '{"__proto__":{"parent":null,"message":null},'),
  );
  const arrived = await arrive([{ title: 'Knots', mapping: mappingText }]);
  const all = lines(arrived);
  expect(all.map(({ content }) => content).sort()).toEqual(
    Object.values(mapping)
      .map(({ message }) => message.content.parts[0])
      .sort(),
  );
  const ids = new Set<string>();
  for (const { id, parentId } of all) {
    expect(parentId === null || ids.has(parentId)).toBe(true);
    ids.add(id);
  }
  expect(arrived.leftOut.map(({ name, reason }) => [name, reason]).sort()).toEqual([
    ['a', 'moved'],
    ['orphan', 'moved'],
    ['self', 'moved'],
  ]);
});

test('names with folders, controls and turned directions become names; a file that cannot be attached is named', async () => {
  const attachments = [
    { id: 'file-1', name: '../../.ssh/id_rsa' },
    { id: 'file-2', name: 'C:\\Windows\\\u202egpj.exe' },
    { id: 'file-3', name: `${'x'.repeat(5000)}.txt` },
    { id: 'file-4', name: '\u0000' },
  ];
  const arrived = await arrive(
    [{ title: 'Names', mapping: { a: node(null, 'look', 'user', { metadata: { attachments } }) } }],
    { 'file-1-x': '1', 'a/file-2': '2', 'file-3.txt': '3', 'b/file-4': '4' },
  );
  expect(arrived.attached.map(({ name }) => name)).toEqual([
    'file-1-x',
    `${'x'.repeat(196)}.txt`,
    'file-4',
  ]);
  expect(arrived.leftOut).toMatchObject([{ kind: 'file', reason: 'refused' }]);
});

test('an archive with paths that lead out of it is refused', async () => {
  const mapping = { a: node(null, 'x') };
  await expect(arrive([{ mapping }], { '../../evil.png': '1' })).rejects.toMatchObject({
    code: 'import-unreadable',
  });
});

test('values of every kind in every place end in a report, never in another error', async () => {
  const values = [null, 7, '', 'x', [], {}, [null], { a: null }, true];
  const shapes = values.flatMap((value) => [
    {
      title: value,
      mapping: { a: value, b: node('a', 'kept'), c: { parent: value, message: value } },
    },
    {
      name: value,
      chat_messages: [value, { uuid: value, sender: 'human', content: value, text: 'kept' }],
    },
    {
      chat: {
        title: value,
        params: value,
        history: {
          messages: {
            a: value,
            b: { role: 'user', content: 'kept', files: [value], parentId: value },
          },
        },
      },
    },
    {
      conversationId: value,
      title: value,
      options: value,
      messages: [value, { text: 'kept', content: value, files: value }],
    },
  ]);
  const arrived = await arrive(shapes);
  expect(arrived.conversations).toHaveLength(shapes.length);
  for (const { messages } of arrived.conversations) {
    expect(messages.some(({ content }) => content === 'kept')).toBe(true);
  }
});
