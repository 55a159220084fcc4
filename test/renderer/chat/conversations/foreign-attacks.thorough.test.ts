import { expect, test } from 'vitest';
import { patience } from '../../../support/patience.ts';
import { arrive, lines } from './foreign-world.ts';

const node = (parent: string | null, text: string, role = 'user', more: object = {}) => ({
  parent,
  message: { author: { role }, content: { content_type: 'text', parts: [text] }, ...more },
});

test(
  '100,000 nodes in one chain, and messages nested 5,000 deep, are read',
  async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [
        `n${at}`,
        node(at === 0 ? null : `n${at - 1}`, `${at}`, at % 2 === 0 ? 'user' : 'assistant'),
      ]),
    );
    const long = await arrive([{ title: 'Long', mapping: chain, current_node: 'n99999' }]);
    expect(long.conversations[0]?.messages).toHaveLength(100_000);
    expect(long.conversations[0]?.leafId).toBe('m100000');

    let text = '';
    for (let at = 0; at < 5000; at += 1) {
      text += `{"messageId":"n${at}","text":"${at}","isCreatedByUser":${at % 2 === 0},"children":[`;
    }
    const nested = `{"conversationId":"x","title":"Deep","messages":[${text}${']}'.repeat(5000)}]}`;
    expect(lines(await arrive(nested))).toHaveLength(5000);
  },
  patience(60_000),
);

test(
  'values of a million levels, and marks without end, cost at most their own conversation',
  async () => {
    const levels = 1_000_000;
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const text = `[
    {"title":"Good","mapping":{"a":{"message":{"author":{"role":"user"},
      "content":{"content_type":"text","parts":["${'【'.repeat(200_000)}"]}}}}},
    {"title":"Deep","mapping":{"a":${deep}}},
    {"name":"Deeper","chat_messages":[{"uuid":"a","sender":"assistant",
      "content":[{"type":"tool_use","input":${deep}}]}]}
  ]`;
    const arrived = await arrive(text);
    expect(arrived.conversations.map(({ title }) => title)).toEqual(['Good']);
    expect(arrived.leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ['a', 'unreadable'],
      ['Deep', 'empty'],
      ['#3', 'unreadable'],
    ]);
    const escaped = '<details type="reasoning'.repeat(20_000);
    const chat = {
      chat: { history: { messages: { a: { role: 'assistant', content: escaped } } } },
    };
    expect(lines(await arrive([chat]))).toMatchObject([{ content: escaped }]);
  },
  patience(60_000),
);

test(
  'a picture that unpacks to more than can be attached is left out, its message comes',
  async () => {
    const bomb = ' '.repeat(101 * 1024 * 1024);
    const attachments = [{ id: 'file-1', name: 'bomb.png' }];
    const arrived = await arrive(
      [
        {
          title: 'Bomb',
          mapping: { a: node(null, 'look', 'user', { metadata: { attachments } }) },
        },
      ],
      { 'file-1.png': bomb },
    );
    expect(lines(arrived)).toMatchObject([{ content: 'look' }]);
    expect(arrived.attached).toEqual([]);
    expect(arrived.leftOut).toMatchObject([{ name: 'bomb.png', reason: 'too-large' }]);
  },
  patience(60_000),
);
