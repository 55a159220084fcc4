import { expect, test } from 'vitest';
import { ToolAnswer, type ToolDefinition } from '../../../../main/chat/tools/index.ts';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import { attach, pngImage } from '../../../support/files/files.ts';
import { callsTools, says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import {
  conversation,
  onDisk,
  received,
  systemId,
} from '../../../support/worlds/chat-attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const links = [{ uri: 'test://notes.txt', name: 'notes', type: 'text/plain' }];
const png = pngImage(40, 30);

/** A tool of a server that draws: its result has an image, data and a link. */
const drawing: ToolDefinition = {
  ...{ name: 'plots__draw', description: 'Draws.', parameters: {}, approval: 'always' },
  origin: {
    ...{ serverId: 'plots', name: 'Plots', where: 'plots', systemId: null, identity: 'x' },
    ...{ ownName: 'draw', writes: false },
  },
  run: async () =>
    new ToolAnswer('Drawn: [image: draw-1.png, 40 x 30]', {
      ...{ files: [{ name: 'draw-1.png', bytes: png }], structured: '{"points":7}' },
      ...{ links, serverId: 'plots' },
    }),
};

/** Asks in a conversation with that tool, which is called once unless told otherwise. */
async function drawn(
  world: ChatWorld,
  id: string,
  tool = drawing,
  calls: [string, string][] = [['plots__draw', '{}']],
) {
  world.tools.register([tool]);
  const parameters = parametersShape.parse({ tools: ['plots__draw'] });
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  world.fake.queue(callsTools(...calls), says('Seven points.'));
  await world.chat.calls.chat.send({ conversationId: id, text: 'draw' }, nobody);
  const { message } = await world.events.until(
    'chat.messageChanged',
    (changed) => changed.message.content === 'Seven points.',
  );
  await world.ended(message.id);
  return (await world.open(id)).messages[1];
}

/** What the model was sent of images after the results. */
const imagesIn = (messages: { role: string; content: unknown }[]): string[] =>
  messages.flatMap(({ content }) =>
    JSON.stringify(content).includes('data:image/png;base64,') ? [JSON.stringify(content)] : [],
  );

test('the image of a result is kept with the answer that called, and a model that takes images gets it at once', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const answer = await drawn(world, id);
  expect(answer?.attachments).toMatchObject([
    {
      ...{ name: 'draw-1.png', kind: 'image', callId: answer?.toolCalls[0]?.id },
      file: { type: 'image/png', width: 40, height: 30, size: png.length },
    },
  ]);
  expect(answer?.toolCalls).toMatchObject([
    { state: 'done', structured: '{"points":7}', links, serverId: 'plots' },
  ]);
  const sent = await received(world, 2);
  expect(sent.slice(2)).toMatchObject([
    { role: 'tool', content: 'Drawn: [image: draw-1.png, 40 x 30]' },
    { role: 'user' },
  ]);
  expect(imagesIn(sent)).toHaveLength(1);
  expect(imagesIn(sent)[0]).toMatch(/Images of the results above:[\s\S]*draw-1\.png/);
  // in its place, not again with the next question
  await world.ask(id, 'and now?');
  expect(imagesIn(await received(world, 3))).toHaveLength(1);
});

test('images beyond what an answer can have are not stored, and the result says which', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const names = Array.from({ length: 20 }, (_, at) => `draw-${at + 1}.png`);
  let width = 1;
  const drawingMany: ToolDefinition = {
    ...drawing,
    async run() {
      const files = names.map((name, at) => ({ name, bytes: pngImage(width + at, 1) }));
      width += names.length;
      return new ToolAnswer('Drawn.', { files });
    },
  };
  // 26 times 20 of 500
  const calls = Array.from({ length: 26 }, (): [string, string] => ['plots__draw', '{}']);
  const answer = await drawn(world, id, drawingMany, calls);
  expect(answer?.attachments).toHaveLength(500);
  expect(await onDisk(world)).toHaveLength(500);
  const results = (answer?.toolCalls ?? []).map(({ result }) => result);
  expect(results.filter((result) => result === 'Drawn.')).toHaveLength(25);
  expect(results.filter((result) => result !== 'Drawn.')).toEqual([
    `Drawn.\n[not kept, an answer has at most 500 files: ${names.join(', ')}]`,
  ]);
});

test('a model that is not known to take images gets none of a result, and goes on', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const answer = await drawn(world, id);
  expect(answer?.attachments).toHaveLength(1);
  const sent = await received(world, 2);
  expect(imagesIn(sent)).toEqual([]);
  expect(sent.at(-1)).toMatchObject({ role: 'tool' });
  expect(await world.ask(id, 'and now?')).toMatchObject({ state: 'complete' });
  expect(imagesIn(await received(world, 3))).toEqual([]);
});

test('an image of a result follows the rules of attachments: kept over a start, exported, and gone with its conversation', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const hash = (await drawn(world, id))?.attachments[0]?.file.hash ?? '';
  expect(await onDisk(world)).toEqual([hash]);
  await world.restart();
  const probe = await attach(world.attachments, 'probe.txt', 'probe');
  // Keeping waits for the collection that the start began.
  await world.attachments.keep([probe]);
  expect(await onDisk(world)).toContain(hash);

  const { calls } = world.chat;
  await calls.conversations.exportFile({ ids: [id], format: 'json' }, nobody);
  const bytes = new Uint8Array(world.saved.at(-1)?.bytes ?? []);
  const { ids } = await calls.conversations.importFile({ systemId, bytes }, nobody);
  const [, copy] = (await world.open(ids[0] ?? '')).messages;
  expect(copy?.attachments).toMatchObject([{ callId: copy?.toolCalls[0]?.id, file: { hash } }]);
  expect(copy?.toolCalls).toMatchObject([{ structured: '{"points":7}', links }]);
  // no file decides which server is asked
  expect(copy?.toolCalls[0]).not.toHaveProperty('serverId');
  await calls.conversations.exportFile({ ids: [id], format: 'markdown' }, nobody);
  expect(Buffer.from(world.saved.at(-1)?.bytes ?? []).toString()).toContain('draw-1.png');

  for (const one of [id, ...ids]) await calls.conversations.remove({ id: one }, nobody);
  await world.restart();
  await world.attachments.keep([await attach(world.attachments, 'probe.txt', 'another')]);
  expect(await onDisk(world)).not.toContain(hash);
});

test('of a temporary conversation no image of a result reaches the disk', async () => {
  await using world = await chatWorld();
  const id = await conversation(world, { temporary: true });
  expect((await drawn(world, id))?.attachments).toHaveLength(1);
  expect(await onDisk(world)).toEqual([]);
});

test('an answer whose text the user replaces loses the images of its calls with them', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const answer = await drawn(world, id);
  const messageId = answer?.id ?? '';
  const { answerId } = await world.chat.calls.chat.editAnswer({ messageId, text: 'mine' }, nobody);
  const { messages } = await world.open(id);
  expect(messages.find((one) => one.id === answerId)).toMatchObject({
    ...{ attachments: [], toolCalls: [] },
  });
});
