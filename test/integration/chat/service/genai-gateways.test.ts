import { expect, test } from 'vitest';
import { plain, type Script, says } from '../../../support/servers/fake-genai.ts';
import { type GenaiWorld, genaiWorld, nobody, testKey } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';
const request = { model: 'alpha3.6-35b', messages: [{ role: 'user' as const, content: 'hi' }] };

async function ask({ genai }: GenaiWorld): Promise<unknown> {
  try {
    const { signal } = new AbortController();
    await genai.completion(systemId, request, { content: () => undefined }, { signal });
    return null;
  } catch (error) {
    return error;
  }
}
const keyOf = async ({ genai }: GenaiWorld) =>
  (await genai.calls.snapshot({ systemId }, nobody)).keys[0];

const html = { 'content-type': 'text/html' };
const nginx =
  '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx</center></body></html>';
const openai = (message: string): object => ({
  error: { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' },
});
const words: readonly (readonly [string, Script, string])[] = [
  ['OpenAI’s', plain(401, openai('Incorrect API key provided')), 'Incorrect API key provided'],
  [
    'OpenAI’s of another key',
    plain(401, openai('Incorrect API key provided: sk-up***9999. You can find yours.')),
    'sk-up***9999',
  ],
  [
    'LiteLLM’s',
    plain(401, {
      error: {
        message:
          'litellm.AuthenticationError: AuthenticationError: OpenAIException - Incorrect key',
        type: null,
        code: '401',
      },
    }),
    'OpenAIException',
  ],
  [
    'Azure’s',
    plain(401, {
      error: {
        code: '401',
        message: 'Access denied due to invalid subscription key or wrong API endpoint.',
      },
    }),
    'invalid subscription key',
  ],
  ['Open WebUI’s', plain(401, { detail: 'External: Unauthorized' }), 'External: Unauthorized'],
  ['nginx’s', plain(401, nginx, html), '401 Authorization Required'],
  ['Kong’s', plain(401, { message: 'Unauthorized', request_id: 'a' }), 'Unauthorized'],
  [
    'AWS’s',
    plain(401, { message: 'The security token included in the request is invalid.' }),
    'security token',
  ],
  ['no', plain(401, ''), ''],
];

test.each(words)(
  '%s words where the list comes with the key: the gateway’s own, and no new key is wanted',
  async (_, script, said) => {
    await using world = await genaiWorld();
    await world.addKey();
    world.fake.queue(script);
    const error = await ask(world);
    expect(error).toMatchObject({ code: 'gateway-refused', details: { status: 401 } });
    expect(String((error as { details: { server?: string } }).details.server ?? '')).toContain(
      said,
    );
    expect((await keyOf(world))?.refusedAt).toBeNull();
  },
);

test.each<readonly [string, Script]>([
  ['that repeat the key', plain(401, openai(`Incorrect API key provided: ${testKey}.`))],
  ['that repeat its end', plain(401, openai('Incorrect API key provided: sk-te***wxyz.'))],
  [
    'of a key of LiteLLM',
    plain(401, openai('Authentication Error. Received API Key = sk-...wxyz')),
  ],
])('words %s are about the key, whatever the list says', async (_, script) => {
  await using world = await genaiWorld();
  await world.addKey();
  world.fake.queue(script);
  expect(await ask(world)).toMatchObject({ code: 'api-key-refused' });
  await world.events.until('genai.changed', ({ keys }) => typeof keys[0]?.refusedAt === 'string');
});

test('a key that the list refuses as well is refused', async () => {
  await using world = await genaiWorld();
  await world.addKey();
  world.fake.models = plain(401, openai('Invalid key'));
  world.fake.queue(plain(401, openai('Invalid key')));
  expect(await ask(world)).toMatchObject({ code: 'http-unauthorized' });
  await world.events.until('genai.changed', ({ keys }) => typeof keys[0]?.refusedAt === 'string');
});

test.each<readonly [string, Script]>([
  ['a password of a proxy', plain(401, nginx, { ...html, 'www-authenticate': 'Basic realm="x"' })],
  [
    'Cloudflare’s wall',
    plain(403, '<html><title>Attention Required! | Cloudflare</title></html>', html),
  ],
  ['its provider’s words', plain(401, openai('See https://platform.openai.com/account/api-keys.'))],
])('a list behind %s does not say that the key was revoked', async (_, script) => {
  await using world = await genaiWorld();
  world.fake.models = script;
  const { problem } = await world.genai.calls.testKey({ systemId, key: testKey }, nobody);
  expect(problem?.code).toBe('gateway-refused');
  await world.addKey();
  expect((await keyOf(world))?.refusedAt).toBeNull();
});

/** A service that answers anybody. */
async function keyless(world: GenaiWorld): Promise<void> {
  await world.genai.calls.snapshot({ systemId }, nobody);
  await world.events.until('genai.changed', (state) => state.keyless && !state.fetchingModels);
}

test('a service that wants no key gets none, and its requests are counted', async () => {
  await using world = await genaiWorld();
  await keyless(world);
  expect(() => world.genai.check(systemId, request)).not.toThrow();
  expect(await ask(world)).toBeNull();
  expect(world.fake.requests.map(({ authorization }) => authorization)).toEqual(['', '']);
  const day = new Date(Date.now() + 864e5).toISOString().slice(0, 10);
  const { length } = await world.genai.usage(systemId, '2020-01-01', day);
  expect(length).toBe(1);
  const again = await world.again();
  expect((await again.calls.snapshot({ systemId }, nobody)).keyless).toBe(true);
});

test('a key that is added is sent, and the service is asked again without one when it is gone', async () => {
  await using world = await genaiWorld();
  await keyless(world);
  await world.addKey();
  expect((await world.genai.calls.snapshot({ systemId }, nobody)).keyless).toBe(false);
  world.fake.models = plain(401, { error: 'Unauthorized' });
  const id = (await keyOf(world))?.id ?? '';
  await world.genai.calls.removeKey({ id }, nobody);
  await world.events.until('genai.changed', (one) => one.keys.length === 0 && !one.fetchingModels);
  const state = await world.genai.calls.snapshot({ systemId }, nobody);
  expect([state.keyless, state.problem]).toEqual([false, null]);
  expect(() => world.genai.check(systemId, request)).toThrow(
    expect.objectContaining({ code: 'api-key-missing' }),
  );
});

test('a service whose list is open and whose answers want a key says that it wants one', async () => {
  await using world = await genaiWorld();
  await keyless(world);
  world.fake.queue(plain(401, { error: 'No auth credentials found' }));
  expect(await ask(world)).toMatchObject({ code: 'api-key-missing' });
  expect((await world.genai.calls.snapshot({ systemId }, nobody)).keyless).toBe(false);
  world.fake.usual = says('Hello');
});

test('a service that wants a key is asked once without one, and nothing is said of it', async () => {
  await using world = await genaiWorld();
  world.fake.models = plain(401, { error: 'Unauthorized' });
  for (let n = 0; n < 3; n += 1) {
    await world.genai.calls.snapshot({ systemId }, nobody);
    await world.events.until('genai.changed', ({ fetchingModels }) => !fetchingModels);
  }
  const state = await world.genai.calls.snapshot({ systemId }, nobody);
  expect([state.problem, state.keyless]).toEqual([null, false]);
  expect(world.fake.requests).toHaveLength(1);
});

test.each<readonly [string, Script, string]>([
  ['500', plain(500, { error: 'database is down' }), 'http-status'],
  ['404', plain(404, { detail: 'Not Found' }), 'http-not-found'],
  ['a page', plain(200, '<html>Portal</html>', html), 'answer-not-json'],
  ['429', plain(429, { error: 'slow down' }), 'http-rate-limited'],
])('a list that answers %s is told as that, with a key and without', async (_, script, code) => {
  await using world = await genaiWorld();
  world.fake.models = script;
  await world.genai.calls.snapshot({ systemId }, nobody);
  const { problem } = await world.events.until('genai.changed', (one) => one.problem !== null);
  expect(problem?.code).toBe(code);
  await expect(world.genai.tryKey(systemId, new AbortController().signal)).rejects.toMatchObject({
    code,
  });
  const tested = await world.genai.calls.testKey({ systemId, key: testKey }, nobody);
  expect(tested.problem?.code).toBe(code);
});
