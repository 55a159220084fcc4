import type { Labels } from '../../../renderer/markdown/view/labels.ts';
import { MarkdownSession } from '../../../renderer/markdown/view/session.ts';

export const words: Labels = {
  code: 'Code',
  copy: 'Copy',
  copied: 'Copied',
  wrap: 'Wrap',
  save: 'Save',
  table: 'Table',
  copyTable: 'Copy table',
  formula: 'Formula',
  image: 'Image',
  openImage: 'Open',
  footnotes: 'Footnotes',
  footnote: 'Footnote',
  backToText: 'Back',
  done: 'Done',
  open: 'To do',
  notTypeset: 'Not typeset',
  nestedAsText: 'Too deep: as text',
  cellsAsText: 'Too many cells: as text',
  restAsText: 'Too long: the rest as text',
  allAsText: 'Not drawn: as text',
  noteAlert: 'Note',
  tipAlert: 'Tip',
  importantAlert: 'Important',
  warningAlert: 'Warning',
  cautionAlert: 'Caution',
  diagram: 'Diagram',
  draw: 'Draw',
  drawing: 'Drawing',
  stopDrawing: 'Stop',
  showCode: 'Show code',
  showDiagram: 'Show diagram',
  actualSize: 'Actual size',
  copySvg: 'Copy SVG',
  saveSvg: 'Save SVG',
  diagramMisread: 'Misread',
  diagramFailed: 'Failed',
  diagramTooLong: 'Too long',
  diagramTooLarge: 'Too large',
  diagramTooSlow: 'Too slow',
};

export function createHost(): HTMLElement {
  const host = document.createElement('div');
  document.body.append(host);
  return host;
}

/** Resolves when a session has nothing left to do. */
export async function settled(session: MarkdownSession): Promise<void> {
  while (session.isBusy) await new Promise((resolve) => setTimeout(resolve));
}

/** Resolves when every formula is typeset, which comes after everything else. */
export async function typeset(host: HTMLElement): Promise<void> {
  const pending = '.md-math:not(.md-math-failed) > .md-tex';
  while (host.querySelector(pending)) await new Promise((resolve) => setTimeout(resolve));
}

/** The HTML of a text shown in pieces that end at the given places. */
export async function shownInPieces(text: string, cuts: readonly number[]): Promise<string> {
  const host = createHost();
  const session = new MarkdownSession(host, 'p', words);
  for (const cut of cuts) {
    session.update(text.slice(0, cut), true);
    await settled(session);
  }
  session.update(text, false);
  await settled(session);
  await typeset(host);
  const html = host.innerHTML;
  session.close();
  host.remove();
  return html;
}

/** One of everything. */
export const rich = `# Title *one*

A paragraph with **strong**, _emphasis_, \`code\`, ~~gone~~, [a link](https://example.org/a "t"),
https://example.com/path_(x), a note[^1], another[^two] and [a reference][ref].

- tight
- list
  1. nested
  2. **list**

     with a paragraph
- [ ] to do
- [x] done

> quoted text
lazy line
> - item

| left | centre | right |
|:-----|:------:|------:|
| a \\| b | \`c\` | **d** |
| e | f |

\`\`\`python
def f(x):
    return x * 2  # **no**

print(f(21))
\`\`\`

    indented code

    more

Setext
------

Money $5 and $10, math $x^2 + y_1$ and \\(a*b*c\\).

$$
\\frac{a}{b}
$$

<div class="x">raw *html*</div>

![alt](https://example.org/i.png) and <b>inline</b> html, &amp; &copy; \\* done.

**「強調」**の例です。改行
しても空白は入りません。10~20分、30~40分。

***

[^1]: The first note with \`code\`.

    And a second paragraph.
[^two]: The second, calling [^1] again.

[ref]: https://example.net/ref
`;
