import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import { attach } from '../../../support/files/files.ts';
import { begin, callsTools, delta, says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const remove = async (world: ChatWorld, messageId: string) =>
  (await world.chat.calls.branches.remove({ messageId }, nobody)).removal;
const restore = (world: ChatWorld, removal: string) =>
  world.chat.calls.branches.restore({ removal }, nobody);

/** A conversation of this many questions and their answers: `q1`, `a1`, `q2` … */
async function conversing(world: ChatWorld, turns: number) {
  const id = await world.conversation();
  for (let turn = 1; turn <= turns; turn += 1) {
    world.fake.queue(says(`a${turn}`));
    await world.ask(id, `q${turn}`);
  }
  const { messages } = await world.open(id);
  const of = (text: string): string =>
    messages.find(({ content }) => content === text)?.id ?? `no ${text}`;
  return { id, of };
}

/** The branch on screen. */
async function shown(world: ChatWorld, id: string): Promise<string[]> {
  const { messages, leafId } = await world.open(id);
  const branch: string[] = [];
  for (let at = messages.find((one) => one.id === leafId); at !== undefined; ) {
    branch.unshift(at.content);
    const above: string | null = at.parentId;
    at = messages.find((one) => one.id === above);
  }
  return branch;
}

/** What the next question is sent with. */
async function sentNext(world: ChatWorld, id: string): Promise<object[]> {
  const before = world.fake.requests.filter(({ method }) => method === 'POST').length;
  world.fake.queue(says('end'));
  await world.ask(id, 'next');
  const { body } = await world.fake.seen(before + 1);
  return body.messages as object[];
}

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

test('what stood below a deleted message stands below what was above it; undone, it is as it was', async () => {
  await using world = await chatWorld();
  const { id, of } = await conversing(world, 3);
  const before = await world.open(id);
  for (const text of ['q1', 'a1', 'q2', 'a2', 'q3', 'a3']) {
    const removal = await remove(world, of(text));
    const rest = ['q1', 'a1', 'q2', 'a2', 'q3', 'a3'].filter((one) => one !== text);
    expect(await shown(world, id)).toEqual(rest);
    const { messages } = await world.open(id);
    expect(messages.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4]);
    await restore(world, removal);
    const { sequence: _, ...after } = await world.open(id);
    expect(after).toEqual({ ...before, sequence: undefined, ...after });
    expect(after.messages).toEqual(before.messages);
    expect(after.leafId).toBe(before.leafId);
  }
});

test.each([
  ['a question between two answers', 'q2', [user('q1'), assistant('a1\n\na2'), user('next')]],
  ['an answer between two questions', 'a1', [user('q1\n\nq2'), assistant('a2'), user('next')]],
  [
    'the first question',
    'q1',
    [
      user('(The message before this answer is not available.)'),
      ...[assistant('a1'), user('q2'), assistant('a2'), user('next')],
    ],
  ],
  ['the last answer', 'a2', [user('q1'), assistant('a1'), user('q2\n\nnext')]],
])('a request without %s has its roles in turn', async (_what, text, expected) => {
  await using world = await chatWorld();
  const { id, of } = await conversing(world, 2);
  await remove(world, of(text));
  expect(await sentNext(world, id)).toEqual(expected);
});

test('the rounds of tools go with their answer, and come back with it', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const parameters = parametersShape.parse({ tools: ['calculator'] });
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  world.fake.queue(
    callsTools(['calculator', '{"expression":"1+1"}']),
    callsTools(['calculator', '{"expression":"2+2"}']),
    says('four'),
  );
  await world.chat.calls.chat.send({ conversationId: id, text: 'question' }, nobody);
  const { message: last } = await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.content === 'four' && message.state === 'complete',
  );
  await world.events.until(
    'conversations.changed',
    (one) => one.leafId === last.id && !one.streaming,
  );
  expect((await world.open(id)).messages).toHaveLength(4);
  const removal = await remove(world, last.id);
  expect(await shown(world, id)).toEqual(['question']);
  await restore(world, removal);
  expect((await world.open(id)).messages).toHaveLength(4);
  // one round by itself takes its calls and results along
  const [, first] = (await world.open(id)).messages;
  await remove(world, first?.id ?? '');
  const sent = await sentNext(world, id);
  expect(sent.filter((one) => 'tool_calls' in one)).toHaveLength(1);
  expect(sent.filter((one) => 'tool_call_id' in one)).toHaveLength(1);
  // a branch beside the answer keeps the round that it needs
  const mine = await world.chat.calls.chat.editAnswer({ messageId: last.id, text: 'mine' }, nobody);
  await remove(world, mine.answerId);
  expect((await world.open(id)).messages.some(({ toolCalls }) => toolCalls.length > 0)).toBe(true);
});

test('the branch beside a deleted end is shown, and the end again once that is undone', async () => {
  await using world = await chatWorld();
  const { id, of } = await conversing(world, 1);
  const { answerId } = await world.chat.calls.chat.editAnswer(
    { messageId: of('a1'), text: 'mine' },
    nobody,
  );
  const removal = await remove(world, answerId);
  expect(await shown(world, id)).toEqual(['q1', 'a1']);
  await restore(world, removal);
  expect(await shown(world, id)).toEqual(['q1', 'mine']);
  // what was shown meanwhile stays on screen
  const again = await remove(world, answerId);
  await remove(world, of('q1'));
  await restore(world, again);
  expect(await shown(world, id)).toEqual(['mine']);
});

test('where requests begin moves on with the branch', async () => {
  await using world = await chatWorld();
  const { id, of } = await conversing(world, 3);
  const summary = 'earlier';
  await world.chat.calls.requests.setStart({ id, messageId: of('q2'), summary }, nobody);
  const removal = await remove(world, of('q2'));
  expect(await world.open(id)).toMatchObject({ startId: of('a2'), startSummary: 'earlier' });
  await restore(world, removal);
  expect(await world.open(id)).toMatchObject({ startId: of('q2'), startSummary: 'earlier' });
  await world.chat.calls.requests.setStart({ id, messageId: of('a3'), summary }, nobody);
  const last = await remove(world, of('a3'));
  expect(await world.open(id)).toMatchObject({ startId: null, startSummary: null });
  await restore(world, last);
  expect(await world.open(id)).toMatchObject({ startId: of('a3'), startSummary: 'earlier' });
});

test('a deleted message is found by no search and in no export, keeps its file for an undo, and costs what it cost', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const { chat, conversations, requests, branches } = world.chat.calls;
  const file = await attach(world.attachments, 'quetzal.txt', 'quetzal of the file');
  await conversations.rename({ id, title: 'birds' }, nobody);
  const sent = { conversationId: id, text: 'quetzal', attachments: [file] };
  const { messageId, answerId } = await chat.send(sent, nobody);
  await world.ended(answerId);
  const { systemId } = await world.open(id);
  const found = async () =>
    (await conversations.search({ systemId, text: 'quetzal', limit: 10 }, nobody)).hits.length;
  const ledger = () => world.database.all({ sql: 'SELECT * FROM usage_ledger' });
  const counted = await ledger();
  expect(await found()).toBe(1);
  const removal = await remove(world, messageId);
  expect(await found()).toBe(0);
  await conversations.exportFile({ ids: [id], format: 'json' }, nobody);
  expect(Buffer.from(world.saved.at(-1)?.bytes ?? []).toString()).not.toContain('quetzal');
  expect(await requests.listAttachments({ id }, nobody)).toEqual([]);
  const page = { conversationId: id, start: 0, count: 10 };
  expect((await branches.page(page, nobody)).messages.map((one) => one.id)).toEqual([answerId]);
  await restore(world, removal);
  expect(await found()).toBe(1);
  expect(await requests.listAttachments({ id }, nobody)).toEqual([file]);
  expect((await requests.sent({ messageId: answerId }, nobody)).request).not.toBeNull();
  expect(await ledger()).toEqual(counted);
});

test('an undo waits for the answer that runs; nothing is deleted under it', async () => {
  await using world = await chatWorld();
  const { id, of } = await conversing(world, 2);
  const removal = await remove(world, of('a1'));
  let end = (): void => undefined;
  world.fake.queue((response) => {
    begin(response);
    delta(response, { content: 'slow' });
    end = () => {
      delta(response, {}, 'stop');
      response.end('data: [DONE]\n\n');
    };
  });
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'q3' }, nobody);
  await world.events.until('chat.delta', ({ content }) => content === 'slow');
  await expect(remove(world, of('q1'))).rejects.toMatchObject({ code: 'turn-running' });
  const undone = restore(world, removal);
  end();
  await world.ended(answerId);
  await undone;
  expect(await shown(world, id)).toEqual(['q1', 'a1', 'q2', 'a2', 'q3', 'slow']);
});

test('a restart forgets what was deleted; the last message of a conversation can be deleted', async () => {
  await using world = await chatWorld();
  const { id, of } = await conversing(world, 1);
  await remove(world, of('a1'));
  const removal = await remove(world, of('q1'));
  expect(await world.open(id)).toMatchObject({ messages: [], leafId: null });
  await restore(world, removal);
  expect(await shown(world, id)).toEqual(['q1']);
  const later = await world.restart();
  const rows = await world.database.all({ sql: 'SELECT content FROM messages' });
  expect(rows.map(({ content }) => content)).toEqual(['q1']);
  const again = later.calls.branches.restore({ removal }, nobody);
  await expect(again).rejects.toMatchObject({ code: 'not-found' });
});

test('a message of a temporary conversation is deleted and brought back in memory', async () => {
  await using world = await chatWorld();
  const wanted = { systemId: world.system.id, model: 'alpha3.6-35b', temporary: true };
  const { id } = await world.chat.calls.conversations.create(wanted, nobody);
  const answer = await world.ask(id, 'question');
  const removal = await remove(world, answer.parentId ?? '');
  expect((await world.open(id)).messages).toMatchObject([
    { id: answer.id, parentId: null, depth: 0 },
  ]);
  await restore(world, removal);
  expect((await world.open(id)).messages).toHaveLength(2);
  const rows = await world.database.all({ sql: 'SELECT id FROM conversations' });
  expect(rows).toEqual([]);
});

test('any messages of any tree, deleted and brought back in any order, stand where they stood', async () => {
  await using world = await chatWorld();
  const shape = ({ id, parentId, depth, content }: Message) => ({ id, parentId, depth, content });
  const steps = fc.record({
    ups: fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    order: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(steps, async ({ ups, picks, order }) => {
      const messages = ups.map((up, at) => ({
        ...{ id: `m${at + 1}`, role: at % 2 === 0 ? 'user' : 'assistant', content: `m${at + 1}` },
        parentId: up % (at + 1) === 0 ? null : `m${up % (at + 1)}`,
        ...{ reasoning: '', state: 'complete', model: null, finishReason: null, usage: null },
        ...{ problem: null, toolCalls: [], createdAt: '2026-01-01T00:00:00.000Z' },
        ...{ firstByteAt: null, contentAt: null, endedAt: null },
      }));
      const facts = { title: 't', model: null, pinned: false, archived: false, tags: [] };
      const at = '2026-01-01T00:00:00.000Z';
      const conversation = {
        ...{ ...facts, createdAt: at, updatedAt: at, folder: null, parameters: {} },
        ...{ leafId: null, startId: null, startSummary: null, messages },
      };
      const file = {
        format: 'compute-desk-conversations',
        version: 1,
        conversations: [conversation],
      };
      const bytes = Buffer.from(JSON.stringify(file));
      const input = { systemId: world.system.id, bytes: new Uint8Array(bytes) };
      const { ids } = await world.chat.calls.conversations.importFile(input, nobody);
      const id = ids[0] ?? '';
      const before = (await world.open(id)).messages.map(shape);
      const removals: string[] = [];
      for (const pick of picks) {
        const { messages: left } = await world.open(id);
        const one = left[pick % Math.max(1, left.length)];
        if (one === undefined) break;
        removals.push(await remove(world, one.id));
        const { messages: rest, leafId } = await world.open(id);
        const byId = new Map(rest.map((message) => [message.id, message]));
        for (const { parentId, depth } of rest) {
          expect(depth).toBe(parentId === null ? 0 : (byId.get(parentId)?.depth ?? Number.NaN) + 1);
        }
        expect(leafId === null ? rest.length === 0 : byId.has(leafId)).toBe(true);
      }
      const inOrder = removals
        .map((removal, place) => ({ removal, key: order[place] ?? 0 }))
        .sort((one, other) => one.key - other.key);
      for (const { removal } of inOrder) await restore(world, removal);
      expect((await world.open(id)).messages.map(shape)).toEqual(before);
    }),
    { numRuns: 60 },
  );
});
