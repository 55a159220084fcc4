// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { followActions } from '../../../renderer/markdown/actions.ts';
import { followCopies } from '../../../renderer/markdown/copying/followCopies.ts';
import { plainText } from '../../../renderer/markdown/copying/plainText.ts';
import { sourceOf } from '../../../renderer/markdown/copying/source.ts';
import { tableForms } from '../../../renderer/markdown/copying/table.ts';
import { rich, typeset, words } from './samples.ts';
import { show } from './shown.ts';

describe('an answer copied as text', () => {
  it.each([
    [
      '[the manual](https://e.org/m) and https://e.org/b',
      'the manual (https://e.org/m) and https://e.org/b',
    ],
    ['[part](/part "t") by m@e.org', 'part (/part) by m@e.org'],
    ['![a plan](https://e.org/p.png)', 'a plan (https://e.org/p.png)'],
    ['- [x] done\n- [ ] to do', '- [x] done\n- [ ] to do'],
    ['<details><summary>a</summary>b</details>', 'a\n\nb'],
  ])('%s', async (markdown, text) => {
    expect(plainText(await show(markdown))).toBe(text);
  });

  it('has each formula once, as TeX', async () => {
    const host = await show(
      'Let $x^2$ be\n\n$$\\frac{a}{b}$$\n\n\\begin{align}\na &= b\n\\end{align}',
    );
    await expect.poll(() => host.querySelectorAll('math')).toHaveLength(3);
    expect(plainText(host)).toBe(
      'Let $x^2$ be\n\n$$\\frac{a}{b}$$\n\n\\begin{align}\na &= b\n\\end{align}',
    );
  });
});

describe('a part of an answer', () => {
  it.each([
    'a **b** *c* ~~d~~ `e` and H<sub>2</sub>O\\\nf',
    '# one\n\n## two\n\ntext',
    '- a\n- b\n  - c\n  - [x] d\n\n1. e\n2. f',
    '- a\n\n- b\n\n  ```js\n  c\n  ```',
    '> quoted\n>\n> - a\n\n> [!NOTE]\n> b',
    '| a | b |\n| --- | :-: |\n| c \\| d | `e` |',
    '```python\nx = 1\n\ny = 2\n```\n\n---\n\n[a](https://e.org/) <https://e.org/b> ![c](https://e.org/d.png)',
  ])('is the Markdown that it was: %s', async (markdown) => {
    expect(sourceOf(await show(markdown))).toBe(markdown);
  });

  it.each([
    'not \\*this\\* and \\_that\\_, \\`code\\`, \\~\\~gone\\~\\~',
    'a\\\\*b\\*c and C:\\\\\\*.txt, 2\\*3\\*4, snake_case_name, 10~20, a * b',
    '\\# no heading\n\\- no item\n1\\. no number\n\\> no quote\n\\+ a',
    '\\[no link\\](https://e.org/) and \\[^1\\] and [1] a[0]',
    '- \\[x] no task\n- \\- no item\n\n# a \\#',
    'costs \\$5 or \\$6\\$, \\&amp; and \\<b>, a < b & c',
    '| a | b |\n| --- | --- |\n| c \\| \\*d\\* | `e` |',
    '[a \\*b\\*](<https://e.org/a(b> "the \\"title\\"") end',
    'a\\\n\\- b\n\\=\n\\---',
    '**a \\* b** _c \\_ d_ ~~e \\~~ f~~ and \\$y\\$',
    '<details open>\n<summary>what *folds*</summary>\n\n- a\n\n</details>\n\nb',
  ])('reads again as it was read: %s', async (markdown) => {
    const host = await show(markdown);
    await typeset(host);
    const again = await show(sourceOf(host));
    await typeset(again);
    expect(again.textContent).toBe(host.textContent);
    expect(again.innerHTML).toBe(host.innerHTML);
  });

  it('reads again as it looks, one of everything', async () => {
    const host = await show(rich);
    const text = sourceOf(host);
    const again = await show(text);
    const tags = (root: HTMLElement) =>
      [...root.querySelectorAll('h3, h4, p, li, td, th, pre, em, strong, del, a, blockquote')].map(
        ({ localName }) => localName,
      );
    const isNote = (one: string) => one !== 'a';
    expect(tags(again).filter(isNote).length).toBeGreaterThan(
      0.8 * tags(host).filter(isNote).length,
    );
  });

  it('is put on the clipboard as Markdown when it is copied; a part of code as it is', async () => {
    const host = await show('a **b** c\n\n- d\n- e\n\n```\nf g\n```');
    const stop = followCopies(host);
    const copied = (from: Node, to: Node) => {
      const data = new Map<string, string>();
      document.getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length);
      const event = new Event('copy', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'clipboardData', {
        value: { setData: (type: string, text: string) => data.set(type, text) },
      });
      from.dispatchEvent(event);
      return data.get('text/plain') ?? null;
    };
    const find = (selector: string) => host.querySelector(selector) ?? host;
    expect(copied(find('p'), find('p'))).toBe('a **b** c');
    expect(copied(find('ul'), find('ul'))).toBe('- d\n- e');
    expect(copied(find('p'), find('ul'))).toBe('a **b** c\n\n- d\n- e');
    expect(copied(find('pre'), find('pre'))).toBeNull();
    stop();
    expect(copied(find('p'), find('p'))).toBeNull();
  });
});

it('what is copied of a numbered list has its numbers, wherever the selection begins', async () => {
  const host = await show('3. a\n4. b\n5. c\n   1. d\n   2. e\n6. f\n\ng');
  const stop = followCopies(host);
  const texts = new Map<string, Node>();
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    texts.set(walker.currentNode.nodeValue?.trim() ?? '', walker.currentNode);
  }
  const copied = (from: string, to: string) => {
    const data = new Map<string, string>();
    const [start, end] = [texts.get(from) ?? host, texts.get(to) ?? host];
    document.getSelection()?.setBaseAndExtent(start, 0, end, end.nodeValue?.length ?? 0);
    const event = new Event('copy', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', {
      value: { setData: (type: string, text: string) => data.set(type, text) },
    });
    start.parentElement?.dispatchEvent(event);
    return data.get('text/plain');
  };
  expect(copied('b', 'c')).toBe('4. b\n5. c');
  expect(copied('e', 'f')).toBe('5. 2. e\n6. f');
  expect(copied('d', 'e')).toBe('1. d\n2. e');
  expect(copied('b', 'g')).toBe('4. b\n5. c\n   1. d\n   2. e\n6. f\n\ng');
  stop();
});

describe('text from right to left', () => {
  it('turns lists and quotes, not what follows', async () => {
    const host = await show('- שלום\n- b\n\n> مرحبا\n\n1. a');
    const directions = ['ul', 'blockquote', 'ol'].map(
      (one) => host.querySelector<HTMLElement>(one)?.dir,
    );
    expect(directions).toEqual(['rtl', 'rtl', 'ltr']);
  });
});

describe('what goes into a field for rich text', () => {
  const copied = (host: HTMLElement, from: Node, to: Node) => {
    const stop = followCopies(host);
    const data = new Map<string, string>();
    const end = to.nodeValue?.length ?? to.childNodes.length;
    document.getSelection()?.setBaseAndExtent(from, 0, to, end);
    const event = new Event('copy', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', {
      value: { setData: (type: string, text: string) => data.set(type, text) },
    });
    const at = from instanceof Element ? from : from.parentElement;
    at?.dispatchEvent(event);
    stop();
    return data;
  };
  const htmlOf = (data: Map<string, string>) => {
    const box = document.createElement('div');
    box.innerHTML = data.get('text/html') ?? '';
    return box;
  };

  it('has each formula once, as MathML', async () => {
    const host = await show(
      'Let $x^2$ be\n\n$$\\frac{a}{b}$$\n\n| $y$ | b |\n|---|---|\n| 1 | 2 |\n\nend',
    );
    await typeset(host);
    const box = htmlOf(copied(host, host, host));
    expect(box.querySelectorAll('math')).toHaveLength(3);
    expect(box.querySelector('.katex-html, annotation, semantics, .md-tex')).toBeNull();
    expect(box.textContent?.replaceAll(/\s/g, '')).toBe('Letx2beabyb12end');
    expect(box.querySelector('button')).toBeNull();
  });

  it.each([['from within'], ['to within']])(
    'has all of a formula that is selected %s',
    async (way) => {
      const host = await show('Let $x^2 + y$ be');
      await typeset(host);
      const inner = host.querySelector('.katex-html .mord') ?? host;
      const first = host.querySelector('p')?.firstChild ?? host;
      const last = host.querySelector('p')?.lastChild ?? host;
      const data = way === 'from within' ? copied(host, inner, last) : copied(host, first, inner);
      expect(data.get('text/plain')).toBe(way === 'from within' ? '$x^2 + y$ be' : 'Let $x^2 + y$');
      expect(htmlOf(data).querySelectorAll('math')).toHaveLength(1);
    },
  );

  it('is a formula also where only a part of it is selected', async () => {
    const host = await show('Let $x^2 + y$ be');
    await typeset(host);
    const inner = host.querySelector('.katex-html .mord')?.firstChild ?? host;
    const data = copied(host, inner, inner);
    expect(data.get('text/plain')).toBe('$x^2 + y$');
    expect(htmlOf(data).querySelectorAll('math')).toHaveLength(1);
  });
});

describe('a table', () => {
  const text =
    '| a | **b** |\n|---|--:|\n| 1<br>2 | $x$ |\n| "q" | [l](https://e.org) `c\\|d` |\n| 1,000 | |';

  it('is copied with tabs and lines, as spreadsheets read it, and as HTML', async () => {
    const host = await show(text);
    await typeset(host);
    const forms = tableForms(host.querySelector('table') ?? host);
    expect(forms.text).toBe('a\tb\n"1\n2"\t$x$\n"""q"""\tl c|d\n1,000\t\n');
    const box = document.createElement('div');
    box.innerHTML = forms.html;
    expect(box.querySelectorAll('table td')).toHaveLength(6);
    expect(box.querySelectorAll('math')).toHaveLength(1);
    expect(box.querySelector('.katex-html, button')).toBeNull();
  });

  it('has a button for that, which is none of its words', async () => {
    const host = await show(text);
    const pressed: (string | undefined)[] = [];
    const stop = followActions(host, {
      words,
      copy: async (plain, html) => void pressed.push(plain, html),
      save: () => undefined,
      open: async () => undefined,
    });
    host.querySelector<HTMLButtonElement>('button[data-action="copyTable"]')?.click();
    await expect.poll(() => pressed.length).toBe(2);
    expect(pressed[0]).toContain('a\tb\n');
    expect(pressed[1]).toContain('<table>');
    expect(plainText(host)).not.toContain(words.copied);
    stop();
  });

  it('keeps the line endings in its cells', async () => {
    const written = '| a | b |\n| --- | --- |\n| 1<br>2 | 3 |';
    expect(sourceOf(await show(written))).toBe(written);
  });
});

it('code has its file, wherever it was named', async () => {
  const written = '```python:src/a.py\nx\n```\n\n```js title="b c.js"\ny\n```';
  expect(sourceOf(await show(written))).toBe(written);
});
