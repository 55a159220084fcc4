import { expect, test } from 'vitest';
import { attach, pngImage } from '../../../support/files/files.ts';
import { gate, plain, says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { ask, conversation } from '../../../support/worlds/chat-attachments.ts';
import { nobody, testKey } from '../../../support/worlds/genai.ts';

/** What the app says was sent for an answer. */
async function told(world: ChatWorld, messageId: string, chat = world.chat) {
  const { request } = await chat.calls.requests.sent({ messageId }, nobody);
  return { text: request ?? '', request: request === null ? null : JSON.parse(request) };
}

test('what was sent is told for every turn as it was sent, also after it has changed and after a restart', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const first = await ask(world, id, 'first', []);
  const second = await ask(world, id, 'second', []);
  await world.chat.calls.conversations.setParameters(
    { id, parameters: { system: 'Be brief.', temperature: 0.5, extra: { top_k: 4 } } },
    nobody,
  );
  const third = await ask(world, id, 'third', []);
  // what would be sent now is something else
  await world.chat.calls.requests.setStart({ id, messageId: third.parentId }, nobody);
  const again = await world.restart();
  for (const chat of [world.chat, again]) {
    for (const [at, answer] of [first, second, third].entries()) {
      const { request } = await told(world, answer.id, chat);
      const { body, authorization } = await world.fake.seen(at + 1);
      expect(request.body).toEqual(body);
      expect(Object.keys(request.body)).toEqual(Object.keys(body));
      expect(request).toMatchObject({
        method: 'POST',
        url: `${world.fake.url}/v1/chat/completions`,
        headers: { authorization: '(removed)', 'content-type': 'application/json' },
      });
      expect(authorization).toContain(testKey);
    }
  }
  // a message that many requests carry is on the disk once
  const parts = await world.database.all({ sql: 'SELECT json FROM sent_parts' });
  expect(parts.map(({ json }) => JSON.parse(String(json)).content)).toEqual([
    ...['first', 'Hello there.', 'second', 'Be brief.', 'third'],
  ]);
});

test('keys are in nothing that is told or kept, wherever they were typed', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  await world.addKey('cd-another "quoted" key'.replaceAll(' ', '-'));
  await world.addKey(testKey);
  const extra = {
    headers: { 'X-Api-Key': 'typed-header-1', Authorization: 'typed-header-2' },
    'api-key': 'typed-header-3',
    list: ['Bearer typed-header-4', `of ${testKey}`],
    Cookie: { a: 'typed-header-5' },
    [`field-${testKey}`]: 1,
    tools: [
      { type: 'mcp', headers: { Authorization: 'typed-header-6', cookies: ['typed-header-7'] } },
      { type: 'function', function: { name: 'f', parameters: { properties: { token: {} } } } },
    ],
  };
  const system = `The key is ${testKey}; ${JSON.stringify('cd-another-"quoted"-key')}`;
  await world.chat.calls.conversations.setParameters({ id, parameters: { system, extra } }, nobody);
  const answer = await ask(world, id, `my key: ${testKey}!`, []);
  const { text, request } = await told(world, answer.id);
  const kept = JSON.stringify([
    await world.database.all({ sql: 'SELECT * FROM sent_parts' }),
    await world.database.all({ sql: 'SELECT * FROM sent_requests' }),
  ]);
  for (const one of [text, kept]) {
    expect(one).not.toContain(testKey);
    expect(one).not.toMatch(/quoted.{1,4}-key/);
    expect(one).not.toContain('typed-header');
  }
  expect(request.body.messages).toEqual([
    { role: 'system', content: 'The key is (removed); "(removed)"' },
    { role: 'user', content: 'my key: (removed)!' },
  ]);
  // what only has such a name is told
  expect(request.body.tools[1]).toEqual(extra.tools[1]);
  expect(JSON.stringify((await world.fake.seen(1)).body)).toContain('typed-header-7');
});

test('of an image its size is told and not its bytes; a text that is attached is told whole', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  const image = await attach(world.attachments, 'dot.png', pngImage(40, 40));
  const text = await attach(world.attachments, 'long.txt', 'word '.repeat(20_000));
  const answer = await ask(world, id, 'look', [image, text]);
  const { request, text: whole } = await told(world, answer.id);
  const { body } = await world.fake.seen(1);
  const url = request.body.messages[0].content.at(1).image_url.url;
  expect(url).toMatch(/^data:image\/png;base64,\S+… \(\d+ bytes\)$/);
  expect(whole).toContain('word '.repeat(20_000));
  expect(JSON.stringify(body).length).toBeGreaterThan(100_000);
  expect(
    JSON.stringify(await world.database.all({ sql: 'SELECT * FROM sent_parts' })),
  ).not.toContain(String(JSON.stringify(body).match(/base64,([^"]{80})/)?.[1]));
});

test('of a request that was tried again the last is told; a refused and a stopped one are told too', async () => {
  await using world = await chatWorld();
  const id = await conversation(world);
  world.fake.queue(plain(400, { error: { message: 'unknown field stream_options' } }), says('yes'));
  const first = await ask(world, id, 'first', []);
  expect((await told(world, first.id)).request.body).toEqual((await world.fake.seen(2)).body);
  world.fake.queue(plain(422, { error: { message: 'no' } }));
  const refused = await ask(world, id, 'second', []);
  expect(refused.state).toBe('failed');
  expect((await told(world, refused.id)).request.body).toEqual((await world.fake.seen(3)).body);
  const never = gate();
  world.fake.queue(() => never.opened);
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'x' }, nobody);
  await world.fake.seen(4);
  expect((await told(world, answerId)).request.body).toEqual((await world.fake.seen(4)).body);
  await world.chat.calls.chat.stop({ conversationId: id }, nobody);
});

test('a temporary chat keeps it in memory only; with a conversation it goes, and a copy has its own', async () => {
  await using world = await chatWorld();
  const temporary = await conversation(world, { temporary: true });
  const secret = await ask(world, temporary, 'secret', []);
  expect((await told(world, secret.id)).text).toContain('secret');
  expect(await world.database.all({ sql: 'SELECT * FROM sent_parts' })).toEqual([]);
  expect(await world.database.all({ sql: 'SELECT * FROM sent_requests' })).toEqual([]);

  const id = await conversation(world);
  const answer = await ask(world, id, 'kept', []);
  const { id: copy } = await world.chat.calls.conversations.fork({ messageId: answer.id }, nobody);
  const copied = (await world.open(copy)).messages.at(-1)?.id ?? '';
  expect((await told(world, copied)).text).toBe((await told(world, answer.id)).text);
  await world.database.run({ sql: 'DELETE FROM conversations WHERE id = ?', params: [id] });
  expect((await told(world, copied)).text).toContain('kept');
  expect(
    await world.database.all({ sql: 'SELECT conversation_id AS id FROM sent_requests' }),
  ).toEqual([{ id: copy }]);
  await world.database.run({ sql: 'DELETE FROM sent_requests' });
  expect((await told(world, copied)).request).toBeNull();
});
