import { expect, test } from 'vitest';
import { attach, pngImage } from '../../../support/files/files.ts';
import { says } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import {
  ask,
  callsTool,
  conversation,
  received,
  systemId,
} from '../../../support/worlds/chat-attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

test('a text goes in a fence under its name, that of a document too, before the words, as one text', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const code = 'const a = `x`;\n```\nfenced\n```';
  const file = await attach(world.attachments, 'src/a.ts', code);
  const document = await attach(world.attachments, 'plan.docx', '# Plan', { encoding: 'docx' });
  await ask(world, id, 'What is this?', [file, document]);
  expect(await received(world, 1)).toEqual([
    {
      role: 'user',
      content: `Attached file: src/a.ts\n\n\`\`\`\`ts\n${code}\n\`\`\`\`\n\nAttached file: plan.docx\n\n\`\`\`\n# Plan\n\`\`\`\n\nWhat is this?`,
    },
  ]);
  const open = await world.open(id);
  expect(open.messages[0]).toMatchObject({
    content: 'What is this?',
    attachments: [file, document],
  });
});

test('images go as content parts with all their bytes, in later turns too', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const png = pngImage(30, 20);
  const image = await attach(world.attachments, 'chart.png', png);
  expect(image.file).toMatchObject({ type: 'image/png', width: 30, height: 20 });
  await ask(world, id, 'Look', [image]);
  const url = `data:image/png;base64,${png.toString('base64')}`;
  const parts = [
    { type: 'text', text: 'Attached image: chart.png' },
    { type: 'image_url', image_url: { url } },
    { type: 'text', text: 'Look' },
  ];
  expect((await received(world, 1))[0]).toEqual({ role: 'user', content: parts });
  await world.ask(id, 'And now?');
  const messages = await received(world, 2);
  expect(messages.map(({ content }) => content)).toEqual([parts, 'Hello there.', 'And now?']);
});

test('a message may have files only, and is titled by the first', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  await ask(world, id, '', [await attach(world.attachments, 'notes.txt', 'hello')]);
  const open = await world.open(id);
  expect(open.title).toBe('notes.txt');
  expect(open.messages[0]).toMatchObject({ content: '' });
});

test('the bytes that the check tells are those that are sent', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const attachments = [
    await attach(world.attachments, 'a.png', pngImage(64, 64, 100_000)),
    await attach(world.attachments, 'b.txt', '日本 "quoted"\n\\ é'.repeat(1000)),
  ];
  const text = 'both';
  const check = await world.chat.calls.requests.check(
    { conversationId: id, text, attachments },
    nobody,
  );
  expect(check).toMatchObject({ images: 1, problems: [] });
  await ask(world, id, text, attachments);
  const { body } = await world.fake.seen(1);
  expect(check.bodyBytes).toBe(Buffer.byteLength(JSON.stringify(body)));
});

test('a model that takes no images is told before sending, with ways out', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const image = await attach(world.attachments, 'a.png', pngImage(8, 8));
  await ask(world, id, 'Look', [image]);
  await world.chat.calls.conversations.setModel({ id, model: 'alpha3.6-35b' }, nobody);
  const check = await world.chat.calls.requests.check({ conversationId: id, text: 'more' }, nobody);
  expect(check.problems).toMatchObject([{ code: 'image-not-supported', details: { images: 1 } }]);
  expect(check.remedies).toMatchObject([
    { kind: 'other-model' },
    { kind: 'leave-out-images', images: 1 },
    { kind: 'send-anyway' },
  ]);
  await expect(
    world.chat.calls.chat.send({ conversationId: id, text: 'more' }, nobody),
  ).rejects.toMatchObject({ code: 'image-not-supported' });

  await world.chat.calls.requests.setImagesLeftOut({ id, leftOut: true }, nobody);
  await world.ask(id, 'more');
  const [first] = await received(world, 2);
  expect(first?.content).toBe('(The image a.png was attached here and is left out.)\n\nLook');
  expect((await world.open(id)).imagesLeftOut).toBe(true);
});

test('images beyond 32 MB are told before sending; smaller ones in their place fit', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const large = await attach(world.attachments, 'large.png', pngImage(10, 10, 25 * 1024 * 1024));
  const check = await world.chat.calls.requests.check(
    { conversationId: id, text: 'Look', attachments: [large] },
    nobody,
  );
  expect(check.problems).toMatchObject([{ code: 'request-too-large' }]);
  expect(check.remedies.map(({ kind }) => kind)).toEqual(['shrink-images', 'leave-out-images']);
  await expect(ask(world, id, 'Look', [large])).rejects.toMatchObject({
    code: 'request-too-large',
  });
  expect((await world.open(id)).messages).toEqual([]);

  await world.chat.calls.drafts.set({ id, draft: 'Look', attachments: [large] }, nobody);
  const png = pngImage(5, 5);
  const { file } = await attach(world.attachments, 'small.png', png);
  const to = { ...file, page: null };
  await world.chat.calls.requests.replaceImages(
    { id, images: [{ from: large.file.hash, to }] },
    nobody,
  );
  const { draftAttachments } = await world.open(id);
  expect(draftAttachments).toMatchObject([{ file: large.file, images: [to] }]);
  await ask(world, id, 'Look', draftAttachments);
  expect(JSON.stringify(await received(world, 1))).toContain(png.toString('base64'));
});

test('images of messages that were sent are replaced too, and the windows are told', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const image = await attach(world.attachments, 'a.png', pngImage(40, 40));
  await ask(world, id, 'Look', [image]);
  const small = await attach(world.attachments, 'a.png', pngImage(4, 4));
  const to = { ...small.file, page: null };
  await world.chat.calls.requests.replaceImages(
    { id, images: [{ from: image.file.hash, to }] },
    nobody,
  );
  const told = world.events.of('chat.messageChanged').at(-1);
  expect(told?.message.attachments).toMatchObject([{ file: image.file, images: [to] }]);
});

test('a reference costs little and is read in parts by the tool', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const text = Array.from({ length: 50_000 }, (_, at) => `line ${at} 日本語`).join('\n');
  const file = await attach(world.attachments, 'big.log', text, { mode: 'reference' });
  const read = { name: 'big.log', from: 10, length: 30 };
  world.fake.queue(callsTool('read_attached_file', read), says('I have read it.'));
  await world.chat.calls.chat.send(
    { conversationId: id, text: 'Read', attachments: [file] },
    nobody,
  );
  const { message } = await world.events.until(
    'chat.messageChanged',
    ({ message: one }) => one.content === 'I have read it.',
  );
  expect(message.depth).toBe(2);
  const { body } = await world.fake.seen(1);
  expect(JSON.stringify(body).length).toBeLessThan(5000);
  expect(body.tools).toMatchObject([{ function: { name: 'read_attached_file' } }]);
  const result = (await received(world, 2)).at(-1);
  expect(JSON.parse(String(result?.content))).toEqual({
    name: 'big.log',
    total: text.length,
    from: 10,
    to: 40,
    text: text.slice(10, 40),
  });
});

test('the tool finds places, names what is there, and never gives half a character', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  await ask(world, id, 'x', [await attach(world.attachments, 'e.txt', 'ab😀cd. Needle.')]);
  const context = { systemId, conversationId: id, signal: new AbortController().signal };
  const reading = (input: object) => ({
    ...{ name: 'read_attached_file', key: 'k' },
    fingerprint: world.tools.fingerprints('read_attached_file') ?? '',
    input: JSON.stringify(input),
  });
  const run = async (input: object) =>
    JSON.parse((await world.tools.run(reading(input), context)).text) as object;
  expect(await run({ name: 'e.txt', from: 0, length: 3 })).toMatchObject({ to: 4, text: 'ab😀' });
  expect(await run({ name: 'e.txt', from: 99, length: 3 })).toMatchObject({ text: '' });
  expect(await run({ name: 'e.txt', find: 'needle' })).toMatchObject({ found: [{ at: 8 }] });
  await expect(run({ name: 'other.txt' })).rejects.toThrow('Attached are: e.txt');
  const elsewhere = { ...context, conversationId: await conversation(world) };
  await expect(world.tools.run(reading({ name: 'e.txt' }), elsewhere)).rejects.toThrow(
    'Attached are: none',
  );
});
