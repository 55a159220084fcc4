import { expect, test } from 'vitest';
import { renderedText } from '../../../common/markdown/index.ts';
import { processorTime } from '../../support/processor-time.ts';

test.each([
  ['a **b** c', 'a b c'],
  ['**GPUサーバー**の設定', 'GPUサーバーの設定'],
  ['**「強調」**の', '「強調」の'],
  ['***both*** **a *b* c** __d__ ~~e~~', 'both a b c d e'],
  ['snake_case 2*3*4 10~20 **open', 'snake_case 234 10~20 **open'],
  ['[x](https://e.org/gpu) and [y](<a b> "t")', 'x and y'],
  ['[a][r], [r], [q]\n\n[r]: https://e.org', 'a, r, [q]'],
  ['[x](https://e.org', '[x](https://e.org'],
  ['![logo](a.png) <https://a.b/c>', 'logo https://a.b/c'],
  ['https://e.org/_next_/y*', 'https://e.org/_next_/y*'],
  ['`a*b*` and `` ` ``', 'a*b* and `'],
  ['x\n```sh\n**a** # b\n```\ny', 'x\n**a** # b\ny'],
  ['> ~~~\n> *a*\n> ~~~\n> *b*', '*a*\nb'],
  ['| a | **b** |\n|---|---|\n| 1 | c\\|d |', 'a\nb\n1\nc|d'],
  ['# A #\n\nB\n---\n- **c**\n- [x] d\n\n1. e', 'A\nB\nc\nd\ne'],
  ['note[^1] here\n\n[^1]: the *note*\n\nend', 'note here\nend\nthe note'],
  ['> [!NOTE]\n> a', 'a'],
  ['a<br>b <b>c</b> list<p>', 'a\nb c list<p>'],
  ['<details>\n<summary>a &amp; **b**</summary>\n\n**c**', '\n\n\na & **b**\n\nc'],
  ['&eacute; \\*no\\*', 'é *no*'],
  ['$x_1$ for $5 and $10', 'x_1 for $5 and $10'],
  ['$$\nE = mc^2\n$$', 'E = mc^2'],
  ['日本\n**語**\nand', '日本\n語\nand'],
  ['one[^b] two[^a]\n\n[^a]: A\n[^b]: B\n[^c]: C', 'one two\nB\nA'],
  ['````md\n```sh\n**a**\n```\n*b*\n````\n*c*', '```sh\n**a**\n```\n*b*\nc'],
  ['```md\n```sh\n**a**\n```\n*b*\n```\n*c*', '```sh\n**a**\n```\n*b*\nc'],
  ['~a~ ~~b~~', '~a~ b'],
  ['- > - **a**\n- b', 'a\nb'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', '\n\n\na\n\nb\n\n\n'],
  ['<b>a</b>\nlist<a> </i>', 'a\nlist<a> </i>'],
  ['[a]\n\n[A]: <https://e.org> (t)', 'a'],
  ['plain text, 1.5 m', 'plain text, 1.5 m'],
])('%j is shown as %j', (written, shown) => {
  expect(renderedText(written)).toBe(shown);
});

test.each([
  ...[
    '*a ',
    '**a',
    '[',
    '[a](',
    '[a*](b) ',
    '`a``b```c',
    '_',
    '$a ',
    '<a ',
    '&a',
    '*_~',
    'a* ',
    '\\(',
  ],
  ...[
    '![a](b ',
    '[a]:\n',
    '> ',
    '- ',
    '|',
    '| a |\n|-|\n',
    '<b>',
    'http://',
    '[^a]: ',
    '#',
    '\n    a',
  ],
])('%j over and over takes time that grows with its length alone', (unit) => {
  const text = unit.repeat(Math.ceil(200_000 / unit.length));
  expect(processorTime(() => renderedText(text))).toBeLessThan(3000);
});

test('what is longer than a page draws is as it was written', () => {
  const text = `${'**a** b\n'.repeat(70_000)}**c**`;
  expect(renderedText(text).endsWith('\n**a** b\n**c**')).toBe(true);
  expect(renderedText(text).startsWith('a b\na b')).toBe(true);
});
