import fc from 'fast-check';

const parts = [
  ...[
    '*',
    '**',
    '_',
    '~~',
    '`',
    '```',
    '$',
    '$$',
    '\\(',
    '\\)',
    '[',
    ']',
    '](',
    ')',
    '![',
    '<',
    '>',
    '|',
    '|-|',
  ],
  ...[
    '> ',
    '- ',
    '1. ',
    '# ',
    '\n',
    '\n\n',
    '    ',
    '\t',
    ' ',
    '\\',
    '&',
    '&amp;',
    '&#x0;',
    ':',
    '^',
    '[^a]',
    '[^a]: ',
  ],
  ...[
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '<script>{js}</script>',
    '<img src=x onerror="{js}">',
    '{url}',
    'javascript:{js}',
  ],
  ...[
    'x',
    'word',
    '日本語',
    '\u202e',
    '\u0301',
    '\0',
    '\ud800',
    '\u{1f468}\u200d',
    'http://e.invalid',
    'www.e.invalid',
    'a@b.c',
  ],
];

const text = fc
  .array(
    fc.tuple(
      fc.constantFrom(...parts),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 2, max: 200 }) },
      ),
    ),
    {
      minLength: 10,
      maxLength: 300,
    },
  )
  .map((list) => list.map(([part, times]) => part.repeat(times)).join(''));

/** Everything beside everything, the same in every run. */
export const mixed = fc.sample(text, { seed: 20_261_122, numRuns: 150 });
