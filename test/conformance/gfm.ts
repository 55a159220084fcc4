/** An example of a specification: Markdown and the HTML that it gives for it. */
export interface Example {
  readonly section: string;
  readonly markdown: string;
  readonly html: string;
}

const table = (head: string, rows: string) =>
  `<table><thead><tr>${head}</tr></thead>${rows && `<tbody>${rows}</tbody>`}</table>`;
const tables: readonly (readonly [string, string])[] = [
  [
    '| foo | bar |\n| --- | --- |\n| baz | bim |\n',
    table('<th>foo</th><th>bar</th>', '<tr><td>baz</td><td>bim</td></tr>'),
  ],
  [
    '| abc | defghi |\n:-: | -----------:\nbar | baz\n',
    table(
      '<th align="center">abc</th><th align="right">defghi</th>',
      '<tr><td align="center">bar</td><td align="right">baz</td></tr>',
    ),
  ],
  [
    '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
    table(
      '<th>f|oo</th>',
      '<tr><td>b <code>|</code> az</td></tr><tr><td>b <strong>|</strong> im</td></tr>',
    ),
  ],
  [
    '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n',
    `${table('<th>abc</th><th>def</th>', '<tr><td>bar</td><td>baz</td></tr>')}<blockquote><p>bar</p></blockquote>`,
  ],
  [
    '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n',
    `${table('<th>abc</th><th>def</th>', '<tr><td>bar</td><td>baz</td></tr><tr><td>bar</td><td></td></tr>')}<p>bar</p>`,
  ],
  ['| abc | def |\n| --- |\n| bar |\n', '<p>| abc | def |\n| --- |\n| bar |</p>'],
  [
    '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n',
    table(
      '<th>abc</th><th>def</th>',
      '<tr><td>bar</td><td></td></tr><tr><td>bar</td><td>baz</td></tr>',
    ),
  ],
  ['| abc | def |\n| --- | --- |\n', table('<th>abc</th><th>def</th>', '')],
];
const box = (checked: boolean) =>
  `<input ${checked ? 'checked="" ' : ''}disabled="" type="checkbox">`;
const tasks: readonly (readonly [string, string])[] = [
  ['- [ ] foo\n- [x] bar\n', `<ul><li>${box(false)} foo</li><li>${box(true)} bar</li></ul>`],
  [
    '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n',
    `<ul><li>${box(true)} foo<ul><li>${box(false)} bar</li><li>${box(true)} baz</li></ul></li><li>${box(false)} bim</li></ul>`,
  ],
];
const strikethrough: readonly (readonly [string, string])[] = [
  // one tilde is a tilde by design: `10~20`, `Eq.~(1)`
  ['~~Hi~~ Hello, ~there~ world!\n', '<p><del>Hi</del> Hello, ~there~ world!</p>'],
  ['This ~~has a\n\nnew paragraph~~.\n', '<p>This ~~has a</p><p>new paragraph~~.</p>'],
  ['This will ~~~not~~~ strike.\n', '<p>This will ~~~not~~~ strike.</p>'],
];
const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;
const addresses: readonly (readonly [string, string])[] = [
  ['www.commonmark.org\n', `<p>${link('http://www.commonmark.org', 'www.commonmark.org')}</p>`],
  [
    'Visit www.commonmark.org/help for more information.\n',
    `<p>Visit ${link('http://www.commonmark.org/help', 'www.commonmark.org/help')} for more information.</p>`,
  ],
  [
    'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n',
    `<p>Visit ${link('http://www.commonmark.org', 'www.commonmark.org')}.</p><p>Visit ${link('http://www.commonmark.org/a.b', 'www.commonmark.org/a.b')}.</p>`,
  ],
  [
    'www.google.com/search?q=Markup+(business)\n\nwww.google.com/search?q=Markup+(business)))\n\n(www.google.com/search?q=Markup+(business))\n\n(www.google.com/search?q=Markup+(business)\n',
    (() => {
      const one = link(
        'http://www.google.com/search?q=Markup+(business)',
        'www.google.com/search?q=Markup+(business)',
      );
      return `<p>${one}</p><p>${one}))</p><p>(${one})</p><p>(${one}</p>`;
    })(),
  ],
  [
    'www.google.com/search?q=(business))+ok\n',
    `<p>${link('http://www.google.com/search?q=(business))+ok', 'www.google.com/search?q=(business))+ok')}</p>`,
  ],
  [
    'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n',
    `<p>${link('http://www.google.com/search?q=commonmark&amp;hl=en', 'www.google.com/search?q=commonmark&amp;hl=en')}</p><p>${link('http://www.google.com/search?q=commonmark', 'www.google.com/search?q=commonmark')}&amp;hl;</p>`,
  ],
  [
    'www.commonmark.org/he<lp\n',
    `<p>${link('http://www.commonmark.org/he', 'www.commonmark.org/he')}&lt;lp</p>`,
  ],
  [
    'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))\n\nAnonymous FTP is available at ftp://foo.bar.baz.\n',
    `<p>${link('http://commonmark.org')}</p><p>(Visit ${link('https://encrypted.google.com/search?q=Markup+(business)')})</p><p>Anonymous FTP is available at ${link('ftp://foo.bar.baz')}.</p>`,
  ],
  ['foo@bar.baz\n', `<p>${link('mailto:foo@bar.baz', 'foo@bar.baz')}</p>`],
  [
    "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.\n",
    `<p>hello@mail+xyz.example isn't valid, but ${link('mailto:hello+xyz@mail.example', 'hello+xyz@mail.example')} is.</p>`,
  ],
  [
    'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_\n',
    `<p>${link('mailto:a.b-c_d@a.b', 'a.b-c_d@a.b')}</p><p>${link('mailto:a.b-c_d@a.b', 'a.b-c_d@a.b')}.</p><p>a.b-c_d@a.b-</p><p>a.b-c_d@a.b_</p>`,
  ],
];

/** The examples of the extensions in the GitHub Flavored Markdown Spec 0.29, but the tag filter's. */
export const gfm: readonly Example[] = Object.entries({
  'Tables (extension)': tables,
  'Task list items (extension)': tasks,
  'Strikethrough (extension)': strikethrough,
  'Autolinks (extension)': addresses,
}).flatMap(([section, examples]) =>
  examples.map(([markdown, html]) => ({ section, markdown, html })),
);
