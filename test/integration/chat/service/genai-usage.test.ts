import { expect, test } from 'vitest';
import { createGenai } from '../../../../main/chat/service/index.ts';
import { localDay } from '../../../../main/chat/service/ledger.ts';
import { begin, delta, gate, plain, type Script } from '../../../support/servers/fake-genai.ts';
import { behindTheDoor } from '../../../support/worlds/door.ts';
import {
  type GenaiWorld,
  genaiWorld,
  nobody,
  recordFiles,
  testKey,
} from '../../../support/worlds/genai.ts';
import { testLinks } from '../../../support/worlds/links.ts';

const systemId = 'system-1';
const model = 'alpha3.6-35b';

function ask(world: Pick<GenaiWorld, 'genai'>, content: string): Promise<unknown> {
  const messages = [{ role: 'user' as const, content }];
  const listener = { content: () => undefined };
  return world.genai.completion(systemId, { model, messages }, listener, {
    signal: new AbortController().signal,
  });
}

const counts =
  (input: number, output: number): Script =>
  (response) => {
    begin(response);
    delta(response, { content: 'x' }, 'stop');
    const usage = { prompt_tokens: input, completion_tokens: output };
    response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  };

test('requests and tokens are added up by day, key and model; what was not told counts as such', async () => {
  await using world = await genaiWorld();
  await world.addKey();
  world.fake.queue(
    counts(10, 3),
    counts(20, 4),
    (response) => {
      begin(response);
      delta(response, { content: 'half' });
      response.end();
    },
    plain(503, 'busy'),
    plain(503, 'busy'),
    plain(503, 'busy'),
  );
  await ask(world, 'a');
  await ask(world, 'b');
  await expect(ask(world, 'c')).rejects.toMatchObject({ code: 'stream-interrupted' });
  await expect(ask(world, 'd')).rejects.toMatchObject({ code: 'http-status' });

  const day = localDay(new Date());
  const again = await world.again();
  const usage = await again.usageCalls.snapshot(
    { systemId, from: '2026-01-01', to: '2100-01-01' },
    nobody,
  );
  const [key] = (await again.calls.snapshot({ systemId }, nobody)).keys;
  expect(usage).toEqual([
    {
      day,
      keyId: key?.id,
      keyName: 'project',
      model,
      requests: 3,
      uncounted: 1,
      inputTokens: 30,
      outputTokens: 7,
      cachedTokens: null,
      reasoningTokens: null,
    },
  ]);
  expect(
    await again.usageCalls.snapshot({ systemId, from: '2020-01-01', to: '2020-12-31' }, nobody),
  ).toEqual([]);
  expect(world.events.of('usage.changed')).toEqual([{ systemId }, { systemId }, { systemId }]);

  await again.calls.renameKey({ id: key?.id ?? '', name: '=1 "odd" one' }, nobody);
  await ask({ genai: again }, 'e');
  await again.usageCalls.exportFile({ systemId, from: day, to: day }, nobody);
  const [file] = world.saved;
  expect(file?.name).toBe(`usage-${day}-${day}.csv`);
  expect(Buffer.from(file?.bytes ?? []).toString('utf8')).toBe(
    '\uFEFFday,key,model,requests,uncounted_requests,input_tokens,output_tokens,cached_tokens,reasoning_tokens\r\n' +
      `${day},"'=1 ""odd"" one","${model}",4,1,37,9,,\r\n`,
  );
});

test('cached and reasoning tokens are added up where the service tells them', async () => {
  await using world = await genaiWorld();
  await world.addKey();
  const tells =
    (usage: object): Script =>
    (response) => {
      begin(response);
      delta(response, { content: 'x' }, 'stop');
      const whole = { prompt_tokens: 10, completion_tokens: 5, ...usage };
      response.write(`data: ${JSON.stringify({ choices: [], usage: whole })}\n\n`);
      response.end('data: [DONE]\n\n');
    };
  world.fake.queue(
    tells({}),
    tells({ prompt_tokens_details: { cached_tokens: 8 } }),
    tells({
      prompt_tokens_details: { cached_tokens: 1 },
      completion_tokens_details: { reasoning_tokens: 4 },
    }),
  );
  for (const text of ['a', 'b', 'c']) await ask(world, text);
  const day = localDay(new Date());
  const usage = { systemId, from: day, to: day };
  expect(await world.genai.usageCalls.snapshot(usage, nobody)).toMatchObject([
    { requests: 3, inputTokens: 30, cachedTokens: 9, outputTokens: 15, reasoningTokens: 4 },
  ]);
  await world.genai.usageCalls.exportFile(usage, nobody);
  expect(Buffer.from(world.saved[0]?.bytes ?? []).toString('utf8')).toContain(',3,0,30,15,9,4\r\n');
});

test("the estimate learns from the service's own counts, and keeps what it learnt", async () => {
  await using world = await genaiWorld();
  await world.addKey();
  const request = { model, messages: [{ role: 'user' as const, content: 'word '.repeat(4000) }] };
  const before = world.genai.assess(systemId, request);
  expect(before.margin).toBeGreaterThan(400);
  for (let round = 0; round < 20; round += 1) {
    world.fake.queue(counts(4003, 1));
    await ask(world, 'word '.repeat(4000));
  }
  const after = world.genai.assess(systemId, request);
  expect(after.inputTokens).toBeGreaterThan(3960);
  expect(after.inputTokens).toBeLessThan(4046);
  expect(after.margin).toBeLessThan(300);
  expect((await world.again()).assess(systemId, request)).toEqual(after);
  expect(world.genai.assess(systemId, { ...request, model: 'beta-k3' })).toMatchObject({
    inputTokens: before.inputTokens,
    margin: before.margin,
  });
});

test('a key that was revoked elsewhere says so until the service takes it again or it is replaced', async () => {
  await using world = await genaiWorld();
  await world.addKey();
  const key = async () => (await world.genai.calls.snapshot({ systemId }, nobody)).keys[0];
  const { models } = world.fake;
  const refused = plain(401, { error: 'Unauthorized' });
  world.fake.models = refused;
  world.fake.queue(refused);
  await expect(ask(world, 'a')).rejects.toMatchObject({ code: 'http-unauthorized' });
  await world.events.until('genai.changed', ({ keys }) => typeof keys[0]?.refusedAt === 'string');
  await ask(world, 'b');
  await world.events.until('genai.changed', ({ keys }) => keys[0]?.refusedAt === null);

  world.fake.queue(refused);
  await expect(ask(world, 'c')).rejects.toMatchObject({ code: 'http-unauthorized' });
  world.fake.models = models;
  const id = (await key())?.id ?? '';
  const replaced = await world.genai.calls.replaceKey(
    { id, key: 'sk-another-key-0123456789-abcd' },
    nobody,
  );
  expect(replaced).toMatchObject({ id, name: 'project', lastFour: 'abcd', refusedAt: null });
  await ask(world, 'd');
  expect(world.fake.requests.at(-1)?.authorization).toBe('Bearer sk-another-key-0123456789-abcd');
  const secrets = [...world.vault.secrets.values()].map((secret) => Buffer.from(secret).toString());
  expect(secrets).toEqual(['sk-another-key-0123456789-abcd']);
  await world.genai.calls.renameKey({ id, name: 'other' }, nobody);
  expect((await (await world.again()).calls.snapshot({ systemId }, nobody)).keys).toMatchObject([
    { id, name: 'other', lastFour: 'abcd' },
  ]);
});

test('a refusal that comes late, for the key before, says nothing of the one that replaced it', async () => {
  await using world = await genaiWorld();
  await world.addKey();
  const opened = gate();
  world.fake.queue(async (response, request) => {
    await opened.opened;
    await plain(401, { error: 'Unauthorized' })(response, request);
  });
  const { models } = world.fake;
  world.fake.models = (response, request) =>
    (request.authorization === `Bearer ${testKey}` ? plain(401, { error: 'no' }) : models)(
      response,
      request,
    );
  const late = ask(world, 'a');
  await world.fake.seen(1);
  const [before] = (await world.genai.calls.snapshot({ systemId }, nobody)).keys;
  const id = before?.id ?? '';
  await world.genai.calls.replaceKey({ id, key: 'sk-another-key-0123456789-abcd' }, nobody);
  opened.open();
  await expect(late).rejects.toMatchObject({ code: 'http-unauthorized' });
  await ask(world, 'b');
  expect((await world.genai.calls.snapshot({ systemId }, nobody)).keys).toMatchObject([
    { id, refusedAt: null },
  ]);
  const refusals = world.events.of('genai.changed').filter(({ keys }) => keys[0]?.refusedAt);
  expect(refusals).toEqual([]);
});

test('a key can be tested without keeping it', async () => {
  await using world = await genaiWorld();
  expect(await world.genai.calls.testKey({ systemId, key: testKey }, nobody)).toEqual({
    models: [model],
    problem: null,
  });
  for (const status of [401, 403]) {
    world.fake.models = plain(status, { error: { message: `bad ${testKey}` } });
    const refused = await world.genai.calls.testKey({ systemId, key: testKey }, nobody);
    expect(refused).toMatchObject({
      models: [],
      problem: { code: 'api-key-refused', details: { status, server: 'bad …' } },
    });
  }
  expect((await world.genai.calls.snapshot({ systemId }, nobody)).keys).toEqual([]);
  expect(world.vault.secrets.size).toBe(0);
});

test('the key of OPENAI_API_KEY is taken when the user asks, and only then', async () => {
  await using world = await genaiWorld();
  const { systems, vault, database, events, log } = world;
  const base = {
    systems,
    links: testLinks(systems),
    vault,
    database,
    log,
    emit: events.emit,
    files: recordFiles(),
    network: world.network,
  };
  const started = async (environment: NodeJS.ProcessEnv) =>
    behindTheDoor('genai', await createGenai({ ...base, environment }), log);
  const withKey = await started({ OPENAI_API_KEY: ` ${testKey}\n` });
  expect((await withKey.calls.snapshot({ systemId }, nobody)).keys).toEqual([]);
  expect(await withKey.calls.environmentKey(undefined, nobody)).toEqual({
    present: true,
    lastFour: 'wxyz',
  });
  const added = await withKey.calls.importEnvironmentKey({ systemId, name: 'shell' }, nobody);
  expect(added).toMatchObject({ name: 'shell', lastFour: 'wxyz' });
  await events.until('genai.changed', ({ modelsFetchedAt }) => modelsFetchedAt !== null);
  await withKey.close();

  const without = await started({});
  expect(await without.calls.environmentKey(undefined, nobody)).toEqual({
    present: false,
    lastFour: '',
  });
  const missing = without.calls.importEnvironmentKey({ systemId, name: 'shell' }, nobody);
  await expect(missing).rejects.toMatchObject({ code: 'not-found' });
  await without.close();
});

test('a request that was stopped after its headers, before a word of the answer, is in the account', async () => {
  await using world = await genaiWorld();
  await world.addKey();
  const { systems, vault, database, events, log, network } = world;
  const stop = new AbortController();
  const genai = await createGenai({
    ...{ systems, vault, database, log, links: testLinks(systems) },
    emit: events.emit,
    files: recordFiles(),
    network: {
      ...network,
      async stream(request) {
        const answer = await network.stream(request);
        // once the answer is being read
        setImmediate(() => stop.abort());
        return answer;
      },
    },
  });
  world.fake.queue(begin);
  const messages = [{ role: 'user' as const, content: 'a' }];
  const listener = { content: () => undefined };
  const asked = genai.completion(systemId, { model, messages }, listener, stop);
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  const days = { systemId, from: '2026-01-01', to: '2100-01-01' };
  expect(await genai.usage(systemId, days.from, days.to)).toMatchObject([
    { requests: 1, uncounted: 1 },
  ]);
  await genai.close();
});
