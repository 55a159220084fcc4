import { expect, it } from 'vitest';
import { parameters } from '../../../../preload/contract/chat/conversation.ts';
import { changesOf } from '../../../../renderer/features/chat/models/parameterChanges.ts';
import type { Translate } from '../../../../renderer/i18n/index.ts';
import { readTexts } from '../../../tour/texts.ts';

const t = readTexts('en') as unknown as Translate;
const changes = (input: object) => changesOf(parameters.parse(input), t);

it('a fresh conversation has no changes, with tools or without', () => {
  expect(changes({})).toEqual([]);
  expect(changes({ tools: ['calculator'] })).toEqual([]);
  const { tools, ...rest } = parameters.parse({});
  expect(changesOf({ ...rest, tools }, t)).toEqual([]);
});

it('every parameter off its default is named with its value', () => {
  expect(changes({ temperature: 0.2 })).toEqual(['Temperature 0.2']);
  expect(changes({ temperature: 0, topP: 0, seed: 0 })).toEqual([
    'Temperature 0',
    'Top P 0',
    'Seed 0',
  ]);
  expect(
    changes({
      ...{ system: 'x', maxTokens: 500, toolRounds: 5, choices: 2, stop: ['a'], stream: false },
      format: { name: 'answer', schema: '{}', strict: true },
      extra: { reasoning_effort: 'high', top_k: 5, nested: { a: 1 }, flag: false, none: null },
    }),
  ).toEqual([
    ...['System prompt', 'Max. tokens 500', 'Answers per message 2', 'Tool rounds 5'],
    ...['Stop sequences', 'JSON answers', 'Not streamed'],
    ...['reasoning_effort high', 'top_k 5', 'nested', 'flag false', 'none'],
  ]);
});
