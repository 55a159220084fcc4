// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { drawnForPaper } from '../../../renderer/markdown/drawn.ts';
import { typeset, words } from './samples.ts';
import { show } from './shown.ts';

const row = (cell: (column: number) => string): string =>
  `| ${Array.from({ length: 24 }, (_, column) => cell(column)).join(' | ')} |`;
/** Longer than a frame has time for. */
const long = 'A sentence with *emphasis* and `code`.\n\n'.repeat(4_000);

it('formulas are typeset for paper, however many frames the text around them takes', async () => {
  // a formula that was shown before: what typesets is there at once
  await typeset(await show('$a$'));
  const host = await drawnForPaper(`$x^2$ and $$\\frac{1}{2}$$\n\n${long}`, {
    words,
    breaks: false,
  });
  expect(host.querySelectorAll('math')).toHaveLength(2);
  expect(host.querySelectorAll('.md-tex')).toHaveLength(0);
});

it('formulas in a table that is split for paper are typeset', async () => {
  const table = [
    row((column) => `h${column}`),
    row(() => '---'),
    row((column) => `$x_{${column}}$`),
  ];
  const host = await drawnForPaper(table.join('\n'), { words, breaks: false });
  expect(host.querySelectorAll('table').length).toBeGreaterThan(1);
  expect(host.querySelectorAll('.md-tex')).toHaveLength(0);
  expect(host.querySelectorAll('math').length).toBeGreaterThanOrEqual(24);
});
