import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { seeded } from '../../../support/files/seeded.ts';
import { tokenTexts } from '../../../support/files/token-texts.ts';
import { begin, delta, type Script } from '../../../support/servers/fake-genai.ts';
import { type GenaiWorld, genaiWorld } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';
type Asked = { readonly role: 'user'; readonly content: string };

/** A server that counts with a real tokenizer, and adds what templates add. */
const counted = (messages: readonly { readonly content: string }[]): number =>
  messages.reduce((sum, { content }) => sum + 4 + tokensOf(content), 3);

const known = new Map<string, number>();
function tokensOf(text: string): number {
  const count = known.get(text) ?? countTokens(text);
  known.set(text, count);
  return count;
}

const counting: Script = (response, { body }) => {
  begin(response);
  delta(response, { content: 'x' }, 'stop');
  const messages = body.messages as Asked[];
  const usage = { prompt_tokens: counted(messages), completion_tokens: 1 };
  response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
};

async function asked(world: GenaiWorld, model: string, messages: readonly Asked[]): Promise<void> {
  const listener = { content: () => undefined };
  const { signal } = new AbortController();
  await world.genai.completion(systemId, { model, messages }, listener, { signal });
}

async function countingWorld(): Promise<GenaiWorld> {
  const world = await genaiWorld();
  await world.addKey();
  world.fake.usual = counting;
  return world;
}

const message = (content: string): Asked => ({ role: 'user', content });
const texts = tokenTexts();
const mixtures = { ...texts, mixed: Object.values(texts).flat() };

test('the estimate learns by kind of text: after 20 prompts of CSV a Japanese one is no other than before', async () => {
  await using world = await countingWorld();
  const model = 'alpha3.6-35b';
  for (let round = 0; round < 20; round += 1) {
    await asked(world, model, [message(texts.csv[round % texts.csv.length] ?? '')]);
  }
  const messages = [message(texts.japanese.join('\n').repeat(9))];
  const { inputTokens, margin, problems } = world.genai.assess(systemId, { model, messages });
  expect(Math.abs(inputTokens - counted(messages))).toBeLessThanOrEqual(margin);
  expect(inputTokens).toBeLessThan(1.5 * counted(messages));
  expect(problems).toEqual([]);
});

test('after 5 answers the count is within the margin shown in 95 % of cases: English, Japanese, code, CSV, JSON, logs, mixtures', async () => {
  await using world = await countingWorld();
  const random = seeded(11);
  const some = (list: readonly string[]): Asked[] =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      message(list[Math.floor(random() * list.length)] ?? ''),
    );
  const outside: string[] = [];
  let cases = 0;
  for (const [learntFrom, list] of Object.entries(mixtures)) {
    const model = `of-${learntFrom}`;
    for (let answer = 0; answer < 5; answer += 1) await asked(world, model, some(list));
    for (const [kind, of] of Object.entries(mixtures)) {
      for (let nth = 0; nth < 6; nth += 1) {
        const messages = some(of);
        const { inputTokens, margin } = world.genai.assess(systemId, { model, messages });
        cases += 1;
        const off = Math.abs(inputTokens - counted(messages));
        if (off > margin) outside.push(`${learntFrom}, then ${kind}: ${off} > ${margin}`);
        expect(margin, 'a margin that says something').toBeLessThan(0.75 * counted(messages));
      }
    }
  }
  expect(outside.length / cases, outside.join('; ')).toBeLessThanOrEqual(0.05);
});

test('what was learnt is kept, and a count of something else is not believed', async () => {
  await using world = await countingWorld();
  const model = 'kept';
  const messages = [message(texts.code.join(''))];
  for (let round = 0; round < 8; round += 1) await asked(world, model, messages);
  const before = world.genai.assess(systemId, { model, messages });
  expect(Math.abs(before.inputTokens - counted(messages))).toBeLessThan(0.02 * counted(messages));
  expect(before.margin).toBeLessThan(0.15 * counted(messages));
  expect((await world.again()).assess(systemId, { model, messages })).toEqual(before);

  // only what was not cached, as some servers tell it
  world.fake.usual = (response, request) => {
    begin(response);
    delta(response, { content: 'x' }, 'stop');
    const usage = { prompt_tokens: 12, completion_tokens: 1 };
    response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
    return void request;
  };
  await asked(world, model, messages);
  expect(world.genai.assess(systemId, { model, messages })).toEqual(before);
});
