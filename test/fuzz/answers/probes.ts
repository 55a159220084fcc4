/**
 * Texts of about `length` characters, each of one construct that a careless reader goes over again and
 * again: what reads and draws them takes twice as long for twice as much.
 */
export const probes: Readonly<Record<string, (length: number) => string>> = {
  // prose
  words: repeated('some words of a text, and more. '),
  'one word': repeated('abcdefghij'),
  lines: repeated('a\n'),
  paragraphs: repeated('a\n\n'),
  spaces: (length) => `a${' '.repeat(length)}b\nc`,
  tabs: (length) => `a${'\t'.repeat(length)}b\nc`,
  'carriage returns': repeated('a\r'),
  // brackets
  brackets: repeated('['),
  'closing brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  images: repeated('![[]()'),
  'open links': repeated('[a](b'),
  'empty links': repeated('[]('),
  links: repeated('[a](http://a.b) '),
  'links in images': repeated('![[a](b)](c) '),
  'open titles': repeated('[a](b "'),
  references: repeated('[a][b] '),
  'colons in brackets': (length) => `[${':'.repeat(length)}`,
  // emphasis
  stars: repeated('*'),
  'opening stars': repeated('*a '),
  'closing stars': repeated('a* '),
  'stars and underscores': repeated('*_'),
  'openers of two kinds': (length) => '*a _b '.repeat(length / 12) + 'a* b_ '.repeat(length / 12),
  'emphasis in emphasis': (length) => '*a **a '.repeat(length / 14) + 'a** a* '.repeat(length / 14),
  strong: repeated('**a** '),
  tildes: repeated('~~a '),
  // code spans
  'runs of backticks': (length) => {
    let text = '';
    for (let run = 1; text.length < length; run += 1) text += `${'`'.repeat(run)}a`;
    return text;
  },
  'a run of backticks': (length) => `${'`'.repeat(length / 2)} ${'x'.repeat(length / 2)}\``,
  'open code': repeated('`a '),
  // math
  dollars: repeated('$a '),
  'pairs of dollars': repeated('$$ $'),
  'opening math': (length) => `${'\\('.repeat(length / 2)}\\)`,
  formulas: repeated('$x$ '),
  'blocks of math': repeated('$$x$$\n\n'),
  'open math': (length) => `$$\n${'x'.repeat(length)}`,
  'marks in math': (length) => `$$\n${`${','.repeat(500)}x\n`.repeat(length / 500)}$$`,
  // addresses
  'underscores in a name': (length) => `http://${'_'.repeat(length)}.a.b`,
  'parentheses after an address': (length) => `http://a${')'.repeat(length)}`,
  'entities after an address': (length) => `http://a${'&a;'.repeat(length / 3)}`,
  addresses: repeated('http://a.b/c '),
  'half addresses': repeated('http://'),
  'names of servers': repeated('www.a'),
  mails: repeated('a@a'),
  // html
  'open tags': repeated('<'),
  'tags without an end': repeated('<b>a '),
  'tags without a beginning': repeated('a</b> '),
  'tags of two kinds': (length) =>
    `a ${'<b><i>'.repeat(length / 14)}${'</b></i>'.repeat(length / 14)}`,
  'items without an end': repeated('<li>a '),
  elements: repeated('a <sub>b</sub> '),
  'tags in emphasis': repeated('*a <b>c* </b>'),
  'attributes without an end': repeated('a <b title="'),
  'names of attributes': (length) => `a <b${' a'.repeat(length / 2)}`,
  'blocks of HTML': repeated('<div>\n\na\n\n'),
  'a block of HTML': (length) => `<div>${'<b>a</b> '.repeat(length / 9)}`,
  'open tags in a block': (length) => `<div>${'<b '.repeat(length / 3)}`,
  alerts: repeated('> [!NOTE]\n> a\n\n'),
  environments: repeated('\\begin{align}\na\n\n'),
  'open comments': (length) => `a ${'<!--'.repeat(length / 4)}`,
  instructions: (length) => `a ${'<?'.repeat(length / 2)}`,
  'open sections': (length) => `a ${'<![CDATA['.repeat(length / 9)}`,
  declarations: (length) => `a ${'<!A'.repeat(length / 3)}`,
  'open values': (length) => `a ${'<a x="'.repeat(length / 6)}`,
  'spaces in a value': (length) => `a <a x=${'\u00a0'.repeat(length)}`,
  'a block of html': (length) => `<div>\n${'<b>x</b>\n'.repeat(length / 9)}`,
  // entities and escapes
  ampersands: repeated('&'),
  entities: repeated('&amp;'),
  backslashes: repeated('\\'),
  // blocks
  quotes: repeated('> '),
  'quotes and lists': repeated('> - '),
  'lists in lists': repeated('- '),
  'a staircase': (length) => {
    let text = '';
    for (let depth = 0; text.length < length; depth = (depth + 1) % 200) {
      text += `${'  '.repeat(depth)}- a\n`;
    }
    return text;
  },
  'quoted lines': repeated(`${'> '.repeat(90)}a\n`),
  list: repeated('- a\n'),
  'numbered list': repeated('1. a\n'),
  tasks: repeated('- [ ] a\n'),
  headings: repeated('# a\n'),
  'levels of headings': repeated('###### a\n# b\n'),
  'spaces in a heading': (length) => `# a${' '.repeat(length)}b`,
  underlines: repeated('a\n=\n'),
  rules: repeated('---\n'),
  'half rules': (length) => `${'- '.repeat(length / 2)}x`,
  // code blocks
  fences: repeated('```\na\n```\n'),
  'a long fence': (length) => `${'`'.repeat(length / 2)}${'a'.repeat(length / 2)}\``,
  'lines of code': (length) => `\`\`\`\n${'a\n'.repeat(length / 2)}`,
  'one line of code': (length) => `\`\`\`\n${'abc '.repeat(length / 4)}`,
  'coloured code': (length) => `\`\`\`js\n${'let a = (b) => `x`;\n'.repeat(length / 20)}`,
  'coloured brackets': (length) => `\`\`\`ts\n${`${'<('.repeat(100)}\n`.repeat(length / 200)}`,
  'empty lines in code': (length) => `    a\n${'\n'.repeat(length)}    b\n`,
  // tables
  'rows of delimiters': repeated('|-|\n|-|-|\n'),
  'a half row of delimiters': (length) => `a\n-${' '.repeat(length)}x`,
  'a wide table': (length) => {
    const columns = Math.floor(length / 8);
    return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'x\n'.repeat(length / 4)}`;
  },
  'a full table': (length) => `|a|b|c|\n|-|-|-|\n${'|1|2|3|\n'.repeat(length / 8)}`,
  'bars in a row': (length) => `|a|b|\n|-|-|\n|$${'\\|'.repeat(length / 2)}$|b|\n`,
  'half formulas in a row': (length) => `|a|b|\n|-|-|\n|${'\\( $ '.repeat(length / 5)}|b|\n`,
  // fences in code of Markdown
  'fences in each other': (length) => `\`\`\`md\n${'```md\n'.repeat(length / 6)}`,
  'fences that may be either': (length) => `\`\`\`md\n${'\n```\na'.repeat(length / 6)}`,
  'ends of fences': (length) => `\`\`\`md\n${'```js\n```\n'.repeat(length / 10)}`,
  // equations
  labels: (length) => counted(length, (index) => `$$a \\label{${index}}$$\n`),
  'references to equations': (length) => `${'\\eqref{a} '.repeat(length / 10)}\n\n$$a \\label{a}$$`,
  'labels in one formula': (length) => `$$\n${'\\label{a}'.repeat(length / 9)}\n$$`,
  'numbered environments': (length) =>
    `$$\n${'\\begin{align}\\\\\\end{align}'.repeat(length / 26)}\n$$`,
  'numbered rows': (length) => `\\begin{align}\n${'a\\\\\n'.repeat(length / 4)}\\end{align}`,
  // definitions and notes
  definitions: (length) => counted(length, (index) => `[l${index}]: x\n`),
  'definitions after references': (length) =>
    `${counted(length / 3, (index) => `[l${index}] `)}\n\n${counted(length / 1.5, (index) => `[l${index}]: http://a\n\n`)}`,
  'a long definition': (length) =>
    `[a]: http://${'a'.repeat(length / 2)}\n\n${'[a] '.repeat(length / 8)}`,
  'calls of a note': (length) => `${'[^a] '.repeat(length / 5)}\n\n[^a]: x\n`,
  'notes the other way round': (length) => {
    const labels = Array.from({ length: Math.floor(length / 18) }, (_, index) => `[^${index}]`);
    const definitions = labels.toReversed().map((label) => `${label}: x\n`);
    return `${labels.join(' ')}\n\n${definitions.join('')}`;
  },
  // characters
  'a pile of marks': (length) => `a${'\u0301'.repeat(length)}`,
  'letters that join': repeated('ب'),
  'directions in turn': repeated('a\u05d0'),
  embeddings: repeated('\u202e\u2067a\u202a'),
  'scripts in turn': repeated('aあб한ع'),
  'joined emoji': repeated('\u{1f468}\u200d'),
  'flags in a row': repeated('\u{1f1e6}'),
  'words without a place to break': repeated('a\u2060'),
  'half characters': repeated('\ud800'),
  'letters that are kerned': repeated('AV'),
};

function repeated(unit: string): (length: number) => string {
  return (length) => unit.repeat(Math.ceil(length / unit.length));
}

function counted(length: number, make: (index: number) => string): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += make(index);
  return text;
}
