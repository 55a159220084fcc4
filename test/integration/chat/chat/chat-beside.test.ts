import { expect, test } from 'vitest';
import { begin, delta, type Script, says } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { onDisk } from '../../../support/worlds/chat-attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const bytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
);
const png = `data:image/png;base64,${bytes.toString('base64')}`;

const draws =
  (...urls: string[]): Script =>
  (response) => {
    begin(response);
    const images = urls.map((url) => ({ type: 'image_url', image_url: { url } }));
    delta(response, { content: 'Here it is.', images });
    delta(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  };

test('an image that comes with an answer is shown and kept', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(draws(png));
  const answer = await world.ask(id, 'Draw');
  expect(answer).toMatchObject({
    content: 'Here it is.',
    state: 'complete',
    attachments: [{ name: 'image-1.png', kind: 'image', file: { size: bytes.length, width: 10 } }],
  });
  expect((await world.open(id)).messages.at(-1)?.attachments).toEqual(answer.attachments);
  const [{ file } = { file: { hash: '' } }] = answer.attachments;
  expect(await onDisk(world)).toEqual([file.hash]);
  expect(Buffer.compare(await world.attachments.read(file.hash, 'image'), bytes)).toBe(0);
});

test('an image that cannot be drawn is said to have been there', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(draws('data:image/avif;base64,AAAAIGZ0eXBhdmlm', png));
  expect(await world.ask(id, 'Draw')).toMatchObject({
    attachments: [
      { name: 'image-1', mode: 'left-out' },
      { name: 'image-2.png', mode: 'whole' },
    ],
  });
});

test('an image of several megabytes comes whole', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const large = Buffer.concat([bytes, Buffer.alloc(3 * 1024 * 1024)]);
  world.fake.queue(draws(`data:image/png;base64,${large.toString('base64')}`));
  expect(await world.ask(id, 'Draw')).toMatchObject({
    state: 'complete',
    attachments: [{ file: { size: large.length } }],
  });
});

test('links and the model that answered are kept, in a copy too', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const links = [{ url: 'https://example.org/a', title: 'A' }];
  world.fake.queue((response) => {
    begin(response);
    const chunk = { model: 'another-model', citations: ['https://example.org/a'] };
    const choices = [{ index: 0, delta: { content: 'See [1].' }, finish_reason: 'stop' }];
    response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`);
    response.end(
      `data: ${JSON.stringify({ search_results: links, choices: [] })}\n\ndata: [DONE]\n\n`,
    );
  });
  const answer = await world.ask(id, 'Look');
  const said = { links, answeredBy: 'another-model', model: 'alpha3.6-35b' };
  expect(answer).toMatchObject(said);
  expect((await world.open(id)).messages.at(-1)).toMatchObject(said);
  const { id: copy } = await world.chat.calls.conversations.duplicate({ id }, nobody);
  expect((await world.open(copy)).messages.at(-1)).toMatchObject(said);
});

test('of a model that answers by its own name nothing else is said', async () => {
  await using world = await chatWorld();
  const { id } = await world.chat.calls.conversations.create(
    { systemId: world.system.id, model: 'fake' },
    nobody,
  );
  world.fake.queue(says('Yes.'));
  expect(await world.ask(id, 'Well?')).not.toHaveProperty('answeredBy');
});
