import { describe, expect, test } from 'vitest';
import { documentedModels } from '../../../../main/chat/service/known-models.ts';
import { mergeModels, readModelList, termsOf } from '../../../../main/chat/service/models.ts';
import { capture, capturesPresent } from '../../../support/files/captures.ts';

const list = (answer: unknown) => readModelList(answer) ?? [];
/** Every model of the document, as its service lists them. */
const all = documentedModels.map(({ id }) => id);
const ids = (answer: unknown): string[] => list(answer).map(({ id }) => id);

describe('the model list', () => {
  test('is read from every known shape', () => {
    expect(ids({ object: 'list', data: [{ id: 'a' }, { id: 'b' }] })).toEqual(['a', 'b']);
    expect(ids({ models: [{ name: 'a' }, { model: 'b' }] })).toEqual(['a', 'b']);
    expect(ids(['a', { id: 'b' }])).toEqual(['a', 'b']);
    expect(ids({ data: [] })).toEqual([]);
    expect(ids({ data: [{ id: 'a' }, { id: 'a' }, null, { id: 7 }] })).toEqual(['a']);
  });

  test.each([[{}], [null], ['a'], [{ data: {} }], [{ data: [1, {}] }]])(
    '%j is no list',
    (answer) => {
      expect(readModelList(answer)).toBeNull();
    },
  );

  test('takes context length and image input where a server says them', () => {
    const [a, b, c] = list([
      { id: 'a', max_model_len: 8192, input_modalities: ['text', 'image'] },
      { id: 'b', context_length: 'much', architecture: { input_modalities: ['text'] } },
      { id: 'c', meta: { n_ctx: 4096 } },
    ]);
    expect(a).toEqual({ id: 'a', contextLength: 8192, imageInput: true });
    expect(b).toEqual({ id: 'b', contextLength: null, imageInput: false });
    expect(c).toEqual({ id: 'c', contextLength: 4096, imageInput: null });
  });

  test('is merged with the document: unknown models usable, unlisted ones flagged', () => {
    const merged = mergeModels(list(['new-model', 'beta-k3']));
    expect(merged.slice(0, 2)).toEqual([
      {
        id: 'new-model',
        contextLength: null,
        imageInput: null,
        parameters: null,
        abilities: [],
        note: null,
        listed: true,
      },
      {
        id: 'beta-k3',
        contextLength: 950_272,
        imageInput: false,
        parameters: '2.8T',
        abilities: ['reasoning', 'functionCalling', 'mixtureOfExperts'],
        note: 'largest',
        listed: true,
      },
    ]);
    expect(merged).toHaveLength(9);
    expect(merged.slice(2).every(({ listed }) => !listed)).toBe(true);
  });

  test('knows the models under their families’ own names, where the document has neutral words', () => {
    const merged = mergeModels(
      list(['Vega-5.2', 'vega-5.3-flash', 'lyra3.8-27b', 'orion-k3', 'orion-9']),
    );
    const [first, second, third, fourth, fifth] = merged;
    expect(first).toMatchObject({ id: 'Vega-5.2', parameters: '753B', contextLength: 1_048_576 });
    expect(second).toMatchObject({ id: 'vega-5.3-flash', imageInput: true });
    expect(third).toMatchObject({ id: 'lyra3.8-27b', contextLength: 262_144, imageInput: true });
    expect(fourth).toMatchObject({ id: 'orion-k3', parameters: '2.8T' });
    expect(fifth).toMatchObject({ id: 'orion-9', parameters: null, contextLength: null });
    expect(merged.slice(5).map(({ id }) => id)).toEqual(['lyra3.6-35b', 'orion-k2.6', 'vega-5.3']);
    expect(termsOf(merged)).not.toBeNull();
  });

  test.each([
    ['few of its names', ['vega-5.2', 'orion-k3']],
    ['one name for two of its families', ['vega-5.2', 'vega-k3', 'vega3.6-35b']],
  ])('takes no other service for that of the document: %s', (_name, given) => {
    const merged = mergeModels(list(given));
    expect(merged.slice(0, given.length).every(({ parameters }) => parameters === null)).toBe(true);
    expect(termsOf(merged)).toBeNull();
    expect(merged).toHaveLength(given.length);
  });

  test.each([[[]], [['gpt-oss-120b', 'gemma4-31b']], [['vision-vl']]])(
    'offers nothing of the document beside a list of another service: %j',
    (given) => {
      expect(mergeModels(list(given)).map(({ id }) => id)).toEqual(given);
    },
  );

  test('knows what each model of the document can: one alone is no mixture of experts', () => {
    const known = mergeModels(list(all));
    expect(known.every(({ abilities }) => abilities.includes('reasoning'))).toBe(true);
    expect(known.every(({ abilities }) => abilities.includes('functionCalling'))).toBe(true);
    const dense = known.filter(({ abilities }) => !abilities.includes('mixtureOfExperts'));
    expect(dense.map(({ id }) => id)).toEqual(['alpha3.8-27b']);
  });

  test('tells the price of the document only of the service that lists its models, with the day it was read', () => {
    expect(termsOf(mergeModels(list(['beta-k3'])))).toEqual({
      cost: 'earlyAccess2',
      asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(termsOf(mergeModels(list(['another'])))).toBeNull();
    expect(termsOf(mergeModels([]))).toBeNull();
  });

  test('knows the context lengths and image models of the document', () => {
    const facts = mergeModels(list(all)).map(({ id, contextLength, imageInput }) => [
      id,
      contextLength,
      imageInput,
    ]);
    expect(facts).toEqual([
      ['alpha3.6-35b', 262_144, false],
      ['alpha3.8-27b', 262_144, true],
      ['beta-k2.6', 262_144, false],
      ['gamma-5.2', 1_048_576, false],
      ['gamma-5.3', 1_048_576, false],
      ['gamma-5.3-flash', 1_048_576, true],
      ['delta-v4.1-flash', 1_048_576, true],
      ['beta-k3', 950_272, false],
    ]);
  });

  test.skipIf(!capturesPresent)('of llama-server, single and router', () => {
    const read = (name: string) => list(JSON.parse(capture(name).toString('utf8')));
    expect(read('models.json')).toEqual([
      { id: 'tiny-scripted', contextLength: 4096, imageInput: null },
    ]);
    expect(read('router-models.json').map(({ id }) => id)).toEqual([
      'tiny-random',
      'tiny-scripted',
    ]);
  });
});
