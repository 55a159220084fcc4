// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/processes/rounds.ts';
import { rich, shownInPieces } from './samples.ts';

const pieces = [
  ...[
    'a',
    'b c',
    'foo ',
    '日本',
    '。',
    '*',
    '**',
    '_',
    '`',
    '``',
    '~~',
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
  ],
  ...[
    '\n',
    '\n\n',
    '\n- ',
    '\n1. ',
    '\n    ',
    '\n> ',
    '\n# ',
    '\n```\n',
    '\n---\n',
    '\n===\n',
    '  \n',
  ],
  ...[
    '[a]',
    '\n[a]: /u\n',
    '[^n]',
    '\n[^n]: note\n',
    '(https://e.org "t")',
    'https://e.org/x',
    'www.e.org',
  ],
  ...[
    '\n| a | b |\n',
    '|-|-|\n',
    '| c |',
    '$',
    '$$',
    '\\(',
    '\\)',
    '\n\\[',
    '\\]\n',
    'x',
    '1',
    '&amp;',
  ],
  ...[
    '<b>',
    '</b>',
    '<sub>',
    '</sub>',
    '<br>',
    '<li>',
    '<a href="https://e.org" title="t">',
    '</a>',
    '</ul>',
    '<!-- c -->',
    '\n\n<details>\n<summary>s</summary>\n\n',
    '\n\n</details>\n\n',
    '\n<table><tr><td>\n\n',
    '</td>',
    '\n<pre>',
    '</pre>\n',
    '\n> [!NOTE]\n> ',
    '\n\\begin{align}\n',
    '\\end{align}\n',
    '</div>\n',
    '\n<div>\n',
    '\\',
    '- [ ] t',
    '\t',
    ' ',
    '\r\n',
    '\r',
    'm@e.org',
    '"',
    ':',
  ],
];
const markdown = fc
  .array(fc.constantFrom(...pieces), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('a text that is streamed', () => {
  it('ends as the same text shown in one go, wherever it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, fc.array(fc.nat(200), { maxLength: 20 }), async (text, places) => {
        const cuts = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
        expect(await shownInPieces(text, cuts)).toBe(await shownInPieces(text, []));
      }),
      { numRuns: rounds(150, 1_000), endOnFailure: true },
    );
  });

  it('ends as the same rich text, character by character', async () => {
    const cuts = Array.from(rich, (_, index) => index);
    expect(await shownInPieces(rich, cuts)).toBe(await shownInPieces(rich, []));
  });

  it('gives code the width of its widest line, whatever stood there while it grew', async () => {
    const blank = `    a\n${'\n'.repeat(60)}`;
    const text = `${blank}end`;
    expect(await shownInPieces(text, [blank.length])).toBe(await shownInPieces(text, []));
    const lines = ['the widest', ...Array.from({ length: 60 }, () => 'line')];
    const code = `\`\`\`\n${lines.join('\n')}\n\`\`\`\n`;
    expect(await shownInPieces(code, [])).toContain('--md-columns: 11;');
  });
});
