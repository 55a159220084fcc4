import { type Texts, wrapped } from '../payload.ts';

const units: Texts = [
  '> ',
  '> - ',
  '- ',
  '1. ',
  '* > 1. ',
  '[^a]: ',
  '[',
  '![',
  '[](',
  '*',
  '**a ',
  '_a ',
  '~~a ',
  '`',
  '``` ',
  '<b>',
  '<!--',
  '$',
  '\\(',
  '{',
  '(',
  '|',
  '# ',
  '\t- ',
];

const nested = [200, 1_500, 6_000].flatMap((depth) => units.map((unit) => unit.repeat(depth)));
const closed = [
  ['[', '](x)'],
  ['![', '](x)'],
  ['*a ', ' a*'],
  ['**a ', ' a**'],
  ['~~a ', ' a~~'],
  ['[^', ']'],
  ['<b>', '</b>'],
  ['> *', '*'],
  ['- [x](', ')'],
] as const;

/** Constructs in each other without end. */
export const depth = [
  ...nested.map((text) => `${text}x\n\nafter`),
  ...closed.flatMap(([open, close]) =>
    [60, 2_000].map((times) => `${open.repeat(times)}x${close.repeat(times)}\n\nafter`),
  ),
];

/** What a word may stand in. */
const shapes = [
  '{}',
  '# {}',
  '- {}',
  '**{}**',
  '`{}`',
  '[{}](http://e.invalid/)',
  '![{}](http://e.invalid/)',
  '|{}|{}|\n|-|-|\n|{}|{}|',
  '<b>{}</b>',
  '<div>{}</div>',
  '```js\n{}\n```',
  '[^{}]',
  '$${}$$',
];

/** Texts, lines, words, tables and lists without end. */
export const length: Texts = [
  'x'.repeat(400_000),
  'x '.repeat(200_000),
  'x\n'.repeat(100_000),
  'x\n\n'.repeat(25_000),
  '- x\n'.repeat(25_000),
  '|'.repeat(50_000),
  `${'|x'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n`,
  `|x|y|\n|-|-|\n${'|x|y|\n'.repeat(8_000)}`,
  `|x|\n|-|\n${'|\n'.repeat(20_000)}`,
  `\`\`\`js\n${'let x = 1;\n'.repeat(20_000)}\`\`\``,
  `\`\`\`python\n${'x'.repeat(200_000)}\n\`\`\``,
  `\`\`\`ts\n${'<'.repeat(20_000)}\n\`\`\``,
  `\`\`\`html\n${'<a '.repeat(20_000)}\n\`\`\``,
  `\`\`\`${'x'.repeat(100_000)}\nx\n\`\`\``,
  `# ${'x'.repeat(100_000)}`,
  '# x\n'.repeat(10_000),
  '$x$ '.repeat(5_000),
  '$$x$$\n\n'.repeat(3_000),
  '![x](http://e.invalid/) '.repeat(5_000),
  '[x](http://e.invalid/) '.repeat(10_000),
  '`x` '.repeat(20_000),
  '**x** '.repeat(20_000),
  '---\n'.repeat(20_000),
  '\n'.repeat(100_000),
  ' '.repeat(100_000),
  '\0'.repeat(50_000),
  // each letter stands as the ones beside it want: a browser shapes the word anew for each of its lines
  ...wrapped(['AV'.repeat(2_000), 'AV'.repeat(50_000)], shapes),
];

const characters: Texts = [
  'a\u202eb\u202dc\u202cd',
  '\u2067\u2066\u2068x\u2069'.repeat(100),
  'x\u200b\u200c\u200d\u2060y',
  '\ufeff'.repeat(1_000),
  `Z${'\u0335\u0301\u0489'.repeat(3_000)}`,
  '\u{e0041}\u{e0042}'.repeat(500),
  '\ud83d\udc68\u200d'.repeat(3_000),
  '\u{1f1ef}'.repeat(3_000),
  'אבג '.repeat(3_000),
  'العربية'.repeat(3_000),
  'ﷺ'.repeat(3_000),
  '\u115f\u1160\u3164'.repeat(1_000),
  'क्'.repeat(3_000),
  '\ud800x\udfff',
  '\ufdd0\uffff\u{10ffff}',
  '\u0085\u2028\u2029x',
  'x\rx\r\nx\u000bx\u000cx',
];

/** Characters that turn, join, pile up or do not show. */
export const bidi = wrapped(characters, [
  '{}',
  '> {} **{}**',
  '`{}` [{}](http://e.invalid/{})',
  '```js\n// {}\n```',
]);
