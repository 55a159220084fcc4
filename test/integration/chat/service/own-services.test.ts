import { expect, test } from 'vitest';
import { plain, says } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { genaiWorld, nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';
const list = (...ids: string[]) => JSON.stringify({ data: ids.map((id) => ({ id })) });

/** A service whose API lies below this path; nothing else is there. */
async function serviceBelow(path: string, typed = path) {
  const world = await chatWorld();
  const answers = says('Found.');
  world.fake.usual = (response, request) => {
    if (request.path === `${path}/models`) response.writeHead(200).end(list('own'));
    else if (request.path === `${path}/chat/completions`) return answers(response, request);
    else
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}');
  };
  world.fake.models = (response, request) => world.fake.usual(response, request);
  world.systems.change({ ...world.system, genaiUrl: `${world.fake.url}${typed}` });
  world.genai.refreshModels(systemId);
  await world.events.until('genai.changed', ({ models }) => models.some(({ id }) => id === 'own'));
  return world;
}

test.each([
  ['/v1', ''],
  ['/api/paas/v4', '/api/paas/v4'],
  ['/v1beta/openai', '/v1beta/openai'],
  ['/openai/v1', '/openai/v1'],
  ['/inference', '/inference'],
  ['/api', '/api'],
  ['', '/chat/completions'],
  ['/client/v4/ai/v1', '/client/v4/ai/v1'],
  ['/llm/v1', '/llm'],
])('an API below %j is found at the base address %j', async (path, typed) => {
  await using world = await serviceBelow(path, typed);
  expect(world.genai.models(systemId).map(({ id }) => id)).toEqual(['own']);
  const { id } = await world.chat.calls.conversations.create({ systemId, model: 'own' }, nobody);
  expect(await world.ask(id, 'Where?')).toMatchObject({ content: 'Found.', state: 'complete' });
  const asked = world.fake.requests.filter(({ method }) => method === 'POST');
  expect(asked.map(({ path: at }) => at)).toEqual([`${path}/chat/completions`]);
});

test('a service without a list and without a key can be asked by a name', async () => {
  await using world = await genaiWorld();
  world.fake.models = plain(404, { detail: 'Not Found' });
  world.genai.refreshModels(systemId);
  await world.events.until('genai.changed', ({ keyless }) => keyless);
  world.fake.queue(says('Yes.'));
  let text = '';
  const request = { model: 'own', messages: [{ role: 'user' as const, content: 'Well?' }] };
  world.genai.check(systemId, request);
  await world.genai.completion(
    systemId,
    request,
    {
      content(piece) {
        text += piece;
      },
    },
    { signal: new AbortController().signal },
  );
  expect(text).toBe('Yes.');
});

test('a title is asked for by the name that its model takes for the limit', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
  world.fake.queue(says('2.'), plain(400, { error: { message } }), says('Sums'));
  await world.ask(id, '1+1?');
  expect(await world.chat.calls.chat.suggestTitle({ id }, nobody)).toEqual({ title: 'Sums' });
});
