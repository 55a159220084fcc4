// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { enqueue } from '../../../renderer/markdown/work.ts';
import { createHost, settled, words } from './samples.ts';
import { begin, depthOf, remarks, show } from './shown.ts';

const typeset = (host: HTMLElement, count: number) =>
  expect.poll(() => host.querySelectorAll('math')).toHaveLength(count);

describe('a formula', () => {
  const nested = (begin: string, end: string, count: number) =>
    `$$\n${begin.repeat(count)}x${end.repeat(count)}\n$$\n\nAfter $y^2$.`;

  it.each([
    ['powers', 'x^{', '}'],
    ['roots', '\\sqrt{', '}'],
    ['fractions', '\\frac{1}{', '}'],
    ['lines', '\\overline{', '}'],
    ['fences', '\\left(', '\\right)'],
    ['matrices', '\\begin{matrix}', '\\end{matrix}'],
    ['groups', '{', '}'],
    ['sizes', '\\Huge ', ''],
    ['colours', '\\color{red}', ''],
  ])(
    'of 150 and 400 nested %s is shown as TeX, and the next one is typeset',
    async (_what, a, b) => {
      for (const count of [150, 400]) {
        const host = await show(nested(a, b, count));
        await typeset(host, 1);
        expect(depthOf(host)).toBeLessThan(40);
        expect(host.querySelector('.md-tex')?.textContent).toContain(a.repeat(count));
        expect(host.querySelector('.md-remark')?.textContent).toBe(words.notTypeset);
      }
    },
  );

  it('that was never closed is shown as TeX', async () => {
    const host = await show(`$${'x^{'.repeat(300)}$ and $z$`);
    await typeset(host, 1);
    expect(host.textContent).toContain('x^{x^{');
    expect(host.textContent).toContain(words.notTypeset);
  });

  it('of 30 levels is typeset', async () => {
    const host = await show(nested('\\sqrt{', '}', 30));
    await typeset(host, 2);
    expect(host.textContent).not.toContain(words.notTypeset);
  });

  it('of many cells with a style in each is typeset', async () => {
    const row = '\\displaystyle x & {\\small y} \\\\ ';
    const host = await show(nested(`\\begin{matrix}${row.repeat(80)}`, '\\end{matrix}', 1));
    await typeset(host, 2);
    expect(host.textContent).not.toContain(words.notTypeset);
  });

  it.each([
    ['expands without end', '\\def\\a{\\a\\a}\\a'],
    ['makes much of little', `\\def\\a{${'x'.repeat(400)}}${'\\a'.repeat(300)}`],
    ['nests by its own macros', `\\def\\a#1{x^{#1}}${'\\a{'.repeat(80)}x${'}'.repeat(80)}`],
    ['is of 10,000 cells', `\\begin{matrix}${'a&'.repeat(10_000)}\\end{matrix}`],
    ['is long', 'x'.repeat(100_000)],
    ['lies elsewhere on the page', '\\hspace{-99999em}x'],
    ['is lifted off its line', '\\raisebox{-9999em}{x}'],
    ['names no character', '\\char"FFFFFFFF'],
    ['is no TeX', '\\frac{'],
  ])('that %s is shown as TeX, and says so', async (_what, tex) => {
    const host = await show(`$$\n${tex}\n$$\n\n$y$`);
    await typeset(host, 1);
    await expect.poll(() => host.textContent).toContain(words.notTypeset);
    expect(host.querySelector('.md-tex')?.textContent).toBe(tex);
  });

  it('may define macros of its own', async () => {
    const host = await show('$$\n\\newcommand{\\half}{\\frac{1}{2}} x = \\half\n$$');
    await typeset(host, 1);
  });

  it('is one of 2,000 that are typeset', async () => {
    const host = await show('$x$ '.repeat(2_100));
    expect(host.querySelectorAll('.md-math-failed')).toHaveLength(100);
  });
});

describe('a fault', () => {
  const heard: unknown[] = [];
  const hear = (event: ErrorEvent) => {
    heard.push(event.error);
    event.preventDefault();
  };
  afterEach(() => {
    heard.length = 0;
    removeEventListener('error', hear);
  });

  it('in one piece of work leaves the others to be done', async () => {
    addEventListener('error', hear);
    const element = createHost();
    const fault = new RangeError('of one');
    const done = new Promise<void>((resolve) => {
      enqueue(element, () => {
        throw fault;
      });
      enqueue(element, () => {
        resolve();
        return 0;
      });
    });
    await done;
    expect(heard).toEqual([fault]);
    element.remove();
  });

  it('in drawing an answer shows all of it as text, and what comes later too', async () => {
    addEventListener('error', hear);
    const broken = {
      ...words,
      get table(): string {
        throw new RangeError('of the view');
      },
    };
    const text = 'Some **text**.\n\n| a |\n|---|\n| b |\n';
    const { session, host } = begin(broken);
    session.update(text, false);
    await settled(session);
    expect(remarks(host)).toEqual([words.allAsText]);
    expect(host.querySelector('.md-plain')?.textContent).toBe(text);
    expect(heard).toHaveLength(1);
    session.update(`${text}More.`, true);
    await settled(session);
    expect(host.querySelector('.md-plain')?.textContent).toBe(`${text}More.`);
  });
});
