import { expect, test } from 'vitest';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { parameters } from '../../../../preload/contract/chat/conversation.ts';
import { portableFormat } from '../../../../preload/contract/chat/portable.ts';
import { attach, pngImage } from '../../../support/files/files.ts';
import { says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { received, seeing, systemId } from '../../../support/worlds/chat-attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const at = '2026-11-21T09:00:00.000Z';

/** Takes in one conversation with these messages, as a file of ours has them. */
async function taken(world: ChatWorld, messages: readonly object[]): Promise<string> {
  const nothing = { content: '', reasoning: '', state: 'complete', model: null, usage: null };
  const ends = { finishReason: null, problem: null, firstByteAt: null, contentAt: null };
  const conversation = {
    ...{ title: 'from elsewhere', model: seeing, createdAt: at, updatedAt: at, pinned: false },
    ...{ archived: false, tags: [], folder: null, parameters: parameters.parse({}) },
    ...{ leafId: `m${messages.length}`, startId: null, startSummary: null },
    messages: messages.map((one, index) => ({
      ...{ id: `m${index + 1}`, parentId: index === 0 ? null : `m${index}` },
      ...{ ...nothing, ...ends, toolCalls: [], leftOut: null, createdAt: at, endedAt: at },
      ...one,
    })),
  };
  const file = { format: portableFormat, version: 1, conversations: [conversation] };
  const bytes = Buffer.from(JSON.stringify(file));
  const { ids } = await world.chat.calls.conversations.importFile({ systemId, bytes }, nobody);
  return ids[0] ?? '';
}

test('the model gets what answers from elsewhere have attached, with the next question', async () => {
  await using world = await chatWorld();
  const png = pngImage(4, 3);
  const picture = await attach(world.attachments, 'dog.png', png);
  const table = await attach(world.attachments, 'dogs.csv', 'a,b\n');
  const id = await taken(world, [
    { role: 'user', content: 'Draw a dog' },
    { role: 'assistant', content: 'Here it is.', attachments: [picture] },
    { role: 'assistant', content: '', attachments: [table] },
  ]);
  await world.ask(id, 'And a cat?');
  const url = `data:image/png;base64,${png.toString('base64')}`;
  expect(await received(world, 1)).toEqual([
    { role: 'user', content: 'Draw a dog' },
    { role: 'assistant', content: 'Here it is.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Files of your answer above:\n\nAttached image: dog.png' },
        { type: 'image_url', image_url: { url } },
        { type: 'text', text: 'Attached file: dogs.csv\n\n```csv\na,b\n```\n\nAnd a cat?' },
      ],
    },
  ]);
  // each once, and left out where the user wants no images sent
  await world.chat.calls.requests.setImagesLeftOut({ id, leftOut: true }, nobody);
  await world.ask(id, 'Thanks');
  const later = JSON.stringify(await received(world, 2));
  expect(later.split('dog.png')).toHaveLength(2);
  expect(later).not.toContain('image_url');
});

test('calls of a file wait for nobody, and each has an id of its own', async () => {
  await using world = await chatWorld();
  const call = { id: 'x', name: 'calculator', arguments: '{"expression":"1+1"}', result: null };
  const id = await taken(world, [
    { role: 'user', content: 'go' },
    {
      ...{ role: 'assistant', state: 'interrupted' },
      toolCalls: [
        { ...call, state: 'waiting' },
        { ...call, state: 'running', arguments: '{"expression":"2+2"}' },
        { ...call, state: 'done', result: '6' },
      ],
    },
  ]);
  const answer = (await world.open(id)).messages[1];
  expect(answer?.toolCalls.map(({ state }) => state)).toEqual([
    'interrupted',
    'interrupted',
    'done',
  ]);
  expect(new Set(answer?.toolCalls.map((one) => one.id)).size).toBe(3);

  // gone on with, each has its own result
  const set = parameters.parse({ tools: ['calculator'] });
  await world.chat.calls.conversations.setParameters({ id, parameters: set }, nobody);
  world.fake.queue(says('done'));
  await world.chat.calls.chat.resume({ messageId: answer?.id ?? '' }, nobody);
  await world.events.until('chat.messageChanged', ({ message }) => message.content === 'done');
  const told = (await received(world, 1)) as { role: string; content: string }[];
  expect(told.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
    '2',
    '4',
    '6',
  ]);
});

test('an answer whose calls have results, and which went no further, can be gone on with after a start', async () => {
  await using world = await chatWorld();
  const call = { name: 'calculator', arguments: '{"expression":"1+1"}' };
  const toolCalls: Message['toolCalls'] = [{ ...call, id: 'x', state: 'done', result: '2' }];
  const id = await taken(world, [
    { role: 'user', content: 'go' },
    { role: 'assistant', finishReason: 'tool_calls', toolCalls },
  ]);
  const again = await world.restart();
  const answer = (await again.calls.conversations.open({ id }, nobody)).messages[1];
  expect(answer).toMatchObject({ state: 'interrupted', toolCalls: [{ state: 'done' }] });
  world.fake.queue(says('It is 2.'));
  await again.calls.chat.resume({ messageId: answer?.id ?? '' }, nobody);
  const { message } = await world.events.until(
    'chat.messageChanged',
    (changed) => changed.message.content === 'It is 2.',
  );
  expect(message).toMatchObject({ parentId: answer?.id, state: 'complete' });
});
