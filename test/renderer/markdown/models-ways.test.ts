// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../../renderer/markdown/copying/source.ts';
import { settled, shownInPieces, typeset } from './samples.ts';
import { begin, show } from './shown.ts';

async function set(text: string): Promise<HTMLElement> {
  const host = await show(text);
  await typeset(host);
  expect(host.querySelector('.md-math-failed')?.outerHTML).toBeUndefined();
  return host;
}

const prose = (host: HTMLElement) =>
  [...host.querySelectorAll('p')].map((one) => {
    const copy = one.cloneNode(true) as Element;
    for (const formula of copy.querySelectorAll('.md-math')) formula.replaceWith('·');
    return copy.textContent;
  });
const tags = (host: HTMLElement) =>
  [...host.querySelectorAll('.katex-tag .mord.text')].map(({ textContent }) => textContent);

describe('labels of equations', () => {
  it('are numbers where they are referred to', async () => {
    const text =
      '$$\n\\begin{equation}\nE = mc^2 \\label{eq:e}\n\\end{equation}\n$$\n\nSee \\eqref{eq:e}, \\ref{eq:e} and $x_{\\ref{eq:e}}$.';
    const host = await set(text);
    expect(tags(host)).toEqual(['(1)']);
    expect(prose(host)).toEqual(['See (1), 1 and ·.']);
    expect(host.querySelector('.mml-eqn-num')?.textContent).toBe('(1)');
  });

  it.each([
    ['a tag of its own', '$$ a = b \\tag{3} \\label{eq:b} $$\n\n\\eqref{eq:b}', ['(3)'], '(3)'],
    ['a tag behind it', '$$ a = b \\label{b}\\tag{3a} $$\n\n\\eqref{b}', ['(3a)'], '(3a)'],
    ['no environment', '$$\na = b \\label{b}\n$$\n\n\\eqref{b}', ['(1)'], '(1)'],
    ['brackets', '\\[ a = b \\label{b} \\]\n\n\\eqref{b}', ['(1)'], '(1)'],
    ['before it', '\\eqref{b}\n\n$$ a \\label{b} $$', ['(1)'], '(1)'],
    [
      'rows',
      '\\begin{align}\na &= b \\label{a}\\\\\nc &= d \\label{b} \\\\\n\\end{align}\n\n\\eqref{a} \\eqref{b}',
      ['(1)', '(2)'],
      '(1) (2)',
    ],
    [
      'a row that is empty',
      '\\begin{gather}\na \\\\ b\n\\\\\n\\end{gather}\n\n$$c \\label{c}$$\n\n\\ref{c}',
      ['(1)', '(2)', '(3)'],
      '3',
    ],
    [
      'rows without a number',
      '\\begin{align}\na &= b \\nonumber\\\\\nc &= d \\label{b}\n\\end{align}\n\n\\eqref{b}',
      ['(1)'],
      '(1)',
    ],
    [
      'rows of what is within',
      '\\begin{equation}\\begin{split}\na &= b \\\\ &= c\n\\end{split}\\label{s}\\end{equation}\n\n$$ d \\label{d} $$\n\n\\ref{s} \\ref{d}',
      ['(1)', '(2)'],
      '1 2',
    ],
    [
      'a starred one',
      '\\begin{align*}\na &= b\n\\end{align*}\n\n$$ c \\label{c} $$\n\n\\eqref{c}',
      ['(1)'],
      '(1)',
    ],
    ['in a paragraph', 'so $$ a \\label{a} $$ and\n\n\\eqref{a}', ['(1)'], '(1)'],
    ['in a list', '- $$ a \\label{a} $$\n\n\\autoref{a} \\cref{a}', ['(1)'], '(1) (1)'],
  ])('with %s', async (_, text, numbers, said) => {
    const host = await set(text);
    expect(tags(host)).toEqual(numbers);
    expect(prose(host)).toContain(said);
  });

  it('begin anew in each text', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(
        tags(
          await set(
            '\\begin{align}\na\\\\\nb\n\\end{align}\n\n$$\\begin{gather} c \\end{gather}$$',
          ),
        ),
      ).toEqual(['(1)', '(2)', '(3)']);
    }
  });

  it('and tags are none in a formula in a line', async () => {
    const host = await set('$\\label{eq:1}\\tag{1}x$ and $y \\label{y}$');
    expect(host.querySelector('annotation')?.textContent).toBe('\\label{eq:1}\\tag{1}x');
  });

  it('that are nowhere stay as they are written, and do not spoil a formula', async () => {
    const host = await set('\\eqref{no} and $a_{\\eqref{eq_no}}$ \\reference{a}');
    expect(prose(host)).toEqual(['\\eqref{no} and · \\reference{a}']);
  });

  it('are copied as they were written', async () => {
    const text = '$$a = b \\label{b}$$\n\n\\begin{align}\na &= \\eqref{b}\\\\\nc\n\\end{align}';
    expect(sourceOf(await set(text))).toBe(text);
  });

  it('look the same however the text grows', async () => {
    const text =
      'See \\eqref{a} and \\ref{b}.\n\n$$\nx \\label{a}\n$$\n\nIn line $$ y \\label{b} $$ here \\eqref{b}.\n\n\\begin{align}\nc &= \\ref{z} \\\\ d \\label{z}\n\\end{align}\n\nAnd \\eqref{z}.';
    const whole = await shownInPieces(text, []);
    for (let size = 1; size < 9; size += 2) {
      const cuts = Array.from({ length: text.length / size }, (_, at) => at * size);
      expect(await shownInPieces(text, cuts)).toBe(whole);
    }
  });
});

describe('pipes in formulas in cells', () => {
  const cells = async (row: string, columns = 2) => {
    const host = await set(
      `| ${Array(columns).fill('h').join(' | ')} |\n|${'---|'.repeat(columns)}\n${row}`,
    );
    return [...host.querySelectorAll('td')].map((cell) => sourceOf(cell).replaceAll('\\$', '$'));
  };
  it.each([
    ['| $|x|$ | a |', ['$|x|$', 'a']],
    ['| $P(A|B)$ | a |', ['$P(A|B)$', 'a']],
    ['| a | \\(|x|\\) |', ['a', '$|x|$']],
    ['| \\(\\|v\\|_2\\) | a |', ['$\\|v\\|_2$', 'a']],
    ['| $\\|v\\|$ | $|x|$ |', ['$\\|v\\|$', '$|x|$']],
    ['| $P(A\\|B)$ | a |', ['$P(A|B)$', 'a']],
    ['| $$|x|$$ | a |', ['$$|x|$$', 'a']],
    ['| $5 | $10 |', ['$5', '$10']],
    ['|$5|$10|', ['$5', '$10']],
    ['|$x|$y|', ['$x', '$y']],
    ['$|x|$ | a', ['$|x|$', 'a']],
    ['| `a\\|b` | c \\| d |', ['a|b', 'c | d']],
    ['| `$x` | `$y` |', ['$x', '$y']],
  ])('%s', async (row, expected) => {
    expect((await cells(row)).map((one) => one.replace(/^`|`$/g, ''))).toEqual(expected);
  });

  it('stand in a header, too', async () => {
    const host = await set('| $|x|$ | a |\n|---|---|\n| 1 | 2 |');
    expect(host.querySelectorAll('th')).toHaveLength(2);
  });
});

describe('one tilde', () => {
  it.each([
    '参加者は10~20名、時間は1~2時間、費用は3~4万円です。',
    'Eq.~(15) and Eq.~(16) hold. About ~5 GB to ~8 GB.',
    '営業時間は 9:00~17:00（昼休み 12:00~13:00）。',
    '~this~ and (~that~)',
  ])('strikes nothing: %s', async (text) => {
    const host = await show(text);
    expect(host.querySelector('del')).toBeNull();
    expect(host.textContent).toBe(text);
  });

  it('two do', async () => {
    const host = await show('本当の~~取り消し~~です。');
    expect(host.querySelector('del')?.textContent).toBe('取り消し');
  });
});

describe('single line endings', () => {
  const text = '・項目一\n・項目二\n\na\nb  \nc\n\n- d\n  e';

  it('join lines unless they are to end them, and either can be had at any time', async () => {
    const { session, host } = begin();
    session.update(text, false);
    await settled(session);
    expect(host.querySelector('p')?.innerHTML).toBe('・項目一・項目二');
    expect(host.querySelectorAll('br')).toHaveLength(1);
    session.setBreaks(true);
    await settled(session);
    expect(host.querySelector('p')?.innerHTML).toBe('・項目一<br class="md-break">・項目二');
    expect(host.querySelectorAll('br')).toHaveLength(4);
    session.setBreaks(false);
    await settled(session);
    expect(host.querySelectorAll('br')).toHaveLength(1);
  });

  it('are copied as they were', async () => {
    const { session, host } = begin();
    session.setBreaks(true);
    session.update('a\nb\\\nc', false);
    await settled(session);
    expect(sourceOf(host)).toBe('a\nb\\\nc');
  });
});
