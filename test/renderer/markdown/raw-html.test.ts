// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { shownInPieces, words } from './samples.ts';
import { depthOf, remarks, show } from './shown.ts';

describe('raw HTML of the elements that are drawn', () => {
  it.each([
    ['H<sub>2</sub>O', 'sub', '2'],
    ['x<SUP >2</SUP>', 'sup', '2'],
    ['press <kbd>Ctrl</kbd>', 'kbd', 'Ctrl'],
    ['*a <mark>**b**</mark>*', 'em > mark > strong', 'b'],
    ['| a |\n|-|\n| <ul><li>b<li>c</ul> |', 'td > ul > li:last-child', 'c'],
    ['<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>です', 'ruby > rt', 'かん'],
    ['<table>\n<tr>\n<td>a\n<td>b &amp; c\n</table>', 'table > tr > td + td', 'b & c'],
    ['<h1>Title</h1>', 'h3.md-h1', 'Title'],
    ['<dl><dt>a<dd>b</dl>', 'dl > dt + dd', 'b'],
    ['<pre>\n a\n  b</pre>', 'pre', ' a\n  b'],
    // One line ending after the tag is dropped, and no other one, also where a `<` stands before it.
    ['<pre>\n\na</pre>', 'pre', '\na'],
    ['<pre>\na\n<\nb</pre>', 'pre', 'a\n<\nb'],
    ['<pre>\n<\nb</pre>', 'pre', '<\nb'],
    ['- <u>a</u>', 'li u', 'a'],
  ])('%s', async (text, selector, content) => {
    const host = await show(text);
    expect(host.querySelector(selector)?.textContent?.trimEnd()).toBe(content);
    expect(host.querySelector('.md-html, .md-html-block')).toBeNull();
  });

  it('holds the blocks of Markdown between its tags', async () => {
    const host = await show(
      'before\n\n<details open>\n<summary>More <b>here</b></summary>\n\n- *a*\n\n```js\nb\n```\n\n</details>\n\nafter',
    );
    const details = host.querySelector('details');
    expect(details?.open).toBe(true);
    expect(details?.querySelector('summary > b')?.textContent).toBe('here');
    expect(details?.querySelector('ul > li em')?.textContent).toBe('a');
    expect(details?.querySelector('figure pre')?.textContent).toBe('b');
    expect(details?.textContent).not.toContain('after');
    expect(host.textContent).toContain('after');
  });

  it('breaks lines and rules, and names pictures instead of fetching them', async () => {
    const host = await show('a<br>b<br/>c\n\n<hr>\n\n<img src="https://e.org/a.png" alt="plan">');
    expect(host.querySelectorAll('br')).toHaveLength(2);
    expect(host.querySelectorAll('hr')).toHaveLength(1);
    expect(host.querySelector('img')).toBeNull();
    expect(host.querySelector('.md-image')?.getAttribute('aria-label')).toBe('Image plan');
    expect(host.querySelector('button')?.dataset.address).toBe('https://e.org/a.png');
  });

  it('leads where a link of Markdown may lead, and nowhere else', async () => {
    const host = await show(
      '<a href="https://e.org/a" title="t">x</a> <a href="javascript:alert(1)">y</a> <a>z</a>',
    );
    const links = [...host.querySelectorAll('a')];
    expect(links.map(({ href, title }) => [href, title])).toEqual([['https://e.org/a', 't']]);
    expect(host.textContent).toBe('x y z');
  });

  it('keeps title, align, open, start, dir and lang of its attributes, where they belong', async () => {
    const host = await show(
      '<p title="t" align="center" dir="rtl" lang="ja" start="2" open class="md-code" id="x" style="position:fixed" onclick="x()" hidden>a</p>\n\n<ol start="3" align="left" open="">\n<li>b</ol>',
    );
    const names = (selector: string) =>
      host.querySelector(selector)?.getAttributeNames().sort().join(' ');
    expect(names('p')).toBe('align dir lang title');
    expect(names('ol')).toBe('start');
  });

  it.each([
    ['an alignment', '<p align="evil">a</p>', 'align'],
    ['a direction', '<p dir="up">a</p>', 'style'],
    ['a language', '<p lang="a b">a</p>', 'lang'],
    ['a number', '<ol start="1e9">\n<li>a</ol>', 'start'],
  ])('takes no value that is not %s', async (_what, text, attribute) => {
    const host = await show(text);
    expect(host.querySelector('p, ol')?.hasAttribute(attribute)).toBe(false);
  });
});

describe('raw HTML that is not drawn', () => {
  it.each([
    '<script>alert(1)</script>',
    '<style>* { color: red }</style>',
    '<iframe src="https://e.org"></iframe>',
    '<form action="https://e.org"><input name="a"></form>',
    '<svg onload="alert(1)"></svg>',
    '<button>a</button>',
    '<x-y is="x">a</x-y>',
    '<!-- a comment -->',
    '<?php a ?>',
    '</div>',
    'a <b>without an end',
    'types as in list<a> and map<i, s>, map<u>',
    'an end </sub> without a beginning',
    'a <video src=x> and <textarea> in a line',
    '<b title="never closed',
  ])('stays text: %s', async (text) => {
    const host = await show(text);
    expect(host.textContent).toBe(text);
    expect(
      host.querySelector('script, style, iframe, form, input, svg, button, x-y, b, sub, video'),
    ).toBeNull();
  });

  it('stays text within what is drawn', async () => {
    const host = await show('<div><script>alert(1)</script><img src=x onerror=alert(1)></div>');
    expect(host.querySelector('script, img, [onerror]')).toBeNull();
    expect(host.querySelector('div > .md-html')?.textContent).toBe('<script>');
    expect(host.textContent).toContain('alert(1)</script>');
  });
});

describe('very much raw HTML', () => {
  it.each([
    ['in a line', 'a ', '<b><i>', 'c', '</i></b>'],
    ['in a block', '', '<div><ul>', 'c', '</ul></div>'],
    ['with blocks between', '', '<div>\n\n', 'c\n\n', '</div>\n\n'],
  ])('is drawn within a bound on its depth: %s', async (_what, start, open, inner, close) => {
    const host = await show(`${start}${open.repeat(300)}${inner}${close.repeat(300)}`);
    expect(depthOf(host)).toBeLessThan(150);
    expect(remarks(host)).toEqual([words.nestedAsText]);
    expect(host.textContent).toContain('c');
  });

  it('is drawn within that bound in quotes of quotes', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => {
      const mark = '> '.repeat(at + 1);
      return `${mark}<div>\n${mark}\n`;
    });
    const host = await show(`${lines.join('')}${'> '.repeat(60)}c`);
    expect(host.querySelectorAll('blockquote')).toHaveLength(60);
    expect(host.querySelectorAll('blockquote > div')).toHaveLength(30);
    expect(depthOf(host)).toBeLessThan(150);
    expect(remarks(host)).toEqual([words.nestedAsText]);
  });

  it('makes so many elements in a block, and the rest is text', async () => {
    const host = await show(`<div>${'<b>a</b>'.repeat(4_000)}</div>`);
    expect(host.querySelectorAll('b').length).toBeLessThanOrEqual(2_000);
    expect(host.textContent).toContain('<b>a');
    expect(remarks(host)).toEqual([words.nestedAsText]);
  });

  it('holds so many blocks; those behind are left out while off screen as others are', async () => {
    const host = await show('<div>\n\na\n\n'.repeat(3_000));
    expect(host.querySelectorAll('.md-group > div p').length).toBeLessThan(1_000);
    expect(host.querySelectorAll('.md-settled > p').length).toBeGreaterThan(3_000);
    expect(host.textContent?.match(/a/g)?.length).toBeGreaterThanOrEqual(3_000);
    expect(remarks(host)).toEqual([words.nestedAsText]);
  });

  it.each([
    ['of many blocks', `${'<div>\n\na\n\n'.repeat(700)}</div>\n\nb`],
    ['of many elements', `<div>${'<b>a</b> <i>'.repeat(900)}\n</div>\n\nb`],
    ['in quotes', `> <div>${'<b>a</b> '.repeat(900)}\n> \n> b\n\nc`],
  ])('is the same whatever pieces it comes in: %s', async (_, text) => {
    const whole = await shownInPieces(text, []);
    expect(await shownInPieces(text, [700, 4_001, 4_002, 6_500])).toBe(whole);
  });

  it('is laid out in parts', async () => {
    const host = await show(`<div>${'word '.repeat(20_000)}</div>`);
    expect(host.querySelectorAll('.long-text-part').length).toBeGreaterThan(20);
  });
});
