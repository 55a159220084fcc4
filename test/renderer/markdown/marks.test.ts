// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { words } from './samples.ts';
import { show } from './shown.ts';

describe('a quote that says what it is', () => {
  it.each([
    ['[!NOTE]', 'md-alert-note', words.noteAlert],
    ['[!tip]', 'md-alert-tip', words.tipAlert],
    ['[!IMPORTANT]', 'md-alert-important', words.importantAlert],
    ['[!Warning] ', 'md-alert-warning', words.warningAlert],
    ['[!CAUTION]', 'md-alert-caution', words.cautionAlert],
  ])('%s', async (mark, kind, title) => {
    const host = await show(`> ${mark}\n> Read *this*.\n>\n> - and that`);
    const alert = host.querySelector(`blockquote.${kind}`);
    expect(alert?.querySelector('.md-alert-title')?.textContent).toBe(title);
    expect(alert?.textContent).toBe(`${title}Read this.and that`);
  });

  it.each(['> [!NOTE] with more', '> [!OTHER]\n> a', '[!NOTE]\nno quote', '> a\n> [!NOTE]'])(
    'has its mark on a line of its own: %s',
    async (text) => {
      const host = await show(text);
      expect(host.querySelector('.md-alert')).toBeNull();
      expect(host.textContent).toContain('[!');
    },
  );
});

describe('formulas', () => {
  const typeset = (host: HTMLElement) =>
    [...host.querySelectorAll('annotation')].map(({ textContent }) => textContent);

  it('stand between \\begin{align} and \\end{align} without dollars', async () => {
    const host = await show(
      'So\n\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}\nand\n\n\\begin{equation*} x \\end{equation*}',
    );
    await expect
      .poll(() => typeset(host))
      .toEqual([
        '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}',
        '\\begin{equation*} x \\end{equation*}',
      ]);
  });

  it.each([
    '\\begin{align}\na\n\nb',
    '\\begin{align} a \\end{align} b',
    '\\begin{document}\na\n\\end{document}',
  ])('are none where they do not end, or are other environments: %s', async (text) => {
    const host = await show(text);
    expect(host.querySelector('.md-formula')).toBeNull();
    expect(host.textContent).toContain('\\begin');
  });

  it('may be of chemistry', async () => {
    const host = await show('$\\ce{2H2 + O2 -> 2H2O}$ at $\\pu{25 °C}$');
    await expect.poll(() => host.querySelectorAll('.katex')).toHaveLength(2);
    expect(host.querySelector('.md-math-failed')).toBeNull();
  });

  it('of chemistry are read within a bound', async () => {
    const host = await show(`\\(\\ce{${'H2O'.repeat(400)}}\\)`);
    expect(host.querySelector('.md-math-failed')?.textContent).toContain(words.notTypeset);
  });
});

describe('links', () => {
  it('tell their titles, dead or alive, and so do pictures', async () => {
    const host = await show(
      '[a](https://e.org "one") [b](/path "two") ![c](https://e.org/c.png "three")',
    );
    const titles = [...host.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title);
    expect(titles).toEqual(['one', 'two\n/path', 'three']);
  });

  it('lead to files over FTP', async () => {
    const host = await show('ftp://e.org/a.txt and [b](ftp://e.org/b)');
    expect([...host.querySelectorAll('a')].map(({ href }) => href)).toEqual([
      'ftp://e.org/a.txt',
      'ftp://e.org/b',
    ]);
  });
});
