import { describe, expect, test } from 'vitest';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { findPrompts, slashAt } from '../../../../renderer/features/chat/prompts/search.ts';
import { filled, variablesOf } from '../../../../renderer/features/chat/prompts/variables.ts';

describe('what a prompt leaves open', () => {
  test.each([
    ['nothing here', []],
    ['{{file}} and {{ file }}', [{ name: 'file', fallback: '' }]],
    ['{{file}} then {{file=main.ts}}', [{ name: 'file', fallback: 'main.ts' }]],
    [
      '{{a=1}} {{b=x = y}} {{a=2}}',
      [
        { name: 'a', fallback: '1' },
        { name: 'b', fallback: 'x = y' },
      ],
    ],
    ['{{言語=日本語}}で', [{ name: '言語', fallback: '日本語' }]],
    ['{{}} {{ }} {single} {{=x}} {{a\nb}}', []],
  ])('%j', (text, variables) => {
    expect(variablesOf(text)).toEqual(variables);
  });

  test('what is given takes its place everywhere, an empty value too; the rest keeps its default', () => {
    const text = 'From {{from=English}} to {{to}}: {{from}} {{note=none}}.';
    expect(filled(text, { to: '$& {{x}}', note: '' })).toBe('From English to $& {{x}}: English .');
    expect(filled('{{constructor}}', {})).toBe('');
  });
});

describe('a slash', () => {
  test.each([
    ['/', 1, { start: 0, end: 1, wanted: '' }],
    ['/re', 3, { start: 0, end: 3, wanted: 're' }],
    ['/re', 0, null],
    ['a\n/sum up\nb', 5, { start: 2, end: 9, wanted: 'sum up' }],
    ['and/or', 4, null],
    [' /x', 3, null],
    ['', 0, null],
  ])('in %j with the caret at %i', (text, caret, found) => {
    expect(slashAt(text, caret)).toEqual(found);
  });
});

test('prompts are found by every word, those named so first', () => {
  const prompt = (name: string, more: Partial<Prompt> = {}): Prompt => ({
    id: name,
    name,
    text: 'text',
    folder: '',
    tags: [],
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  });
  const all = [
    prompt('Other', { text: 'please review this' }),
    prompt('Code review', { tags: ['work'] }),
    prompt('Review'),
  ];
  const names = (wanted: string) => findPrompts(all, wanted).map(({ name }) => name);
  expect(names('REVIEW')).toEqual(['Review', 'Code review', 'Other']);
  expect(names('review #work')).toEqual(['Code review']);
  expect(names('')).toEqual(['Other', 'Code review', 'Review']);
  expect(names('nothing')).toEqual([]);
});
