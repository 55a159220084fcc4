// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MarkdownDocument } from '../../../renderer/markdown/parse/document.ts';
import { codeOf } from '../../../renderer/markdown/view/code.ts';
import { MarkdownSession } from '../../../renderer/markdown/view/session.ts';
import { enqueue } from '../../../renderer/markdown/work.ts';
import { rounds } from '../../support/rounds.ts';
import { createHost, settled, shownInPieces, words } from './samples.ts';

const sessions: { session: MarkdownSession; host: HTMLElement }[] = [];
afterEach(() => {
  for (const { session, host } of sessions.splice(0)) {
    session.close();
    host.remove();
  }
});

async function show(text: string, spoken = words): Promise<HTMLElement> {
  const host = createHost();
  const session = new MarkdownSession(host, 'p', spoken);
  sessions.push({ session, host });
  session.update(text, false);
  await settled(session);
  return host;
}

function depthOf(root: Element): number {
  let deepest = 0;
  let level: Element[] = [root];
  for (; level.length > 0; deepest += 1) level = level.flatMap(({ children }) => [...children]);
  return deepest;
}

const remarks = (host: HTMLElement): string[] =>
  [...host.querySelectorAll('p.md-remark')].map(({ textContent }) => textContent ?? '');
const typeset = (host: HTMLElement, count: number) =>
  vi.waitFor(() => expect(host.querySelectorAll('math')).toHaveLength(count));

describe('what is nested too deeply', () => {
  it.each([
    ['quotes and lists', '> - ', 1_500],
    ['quotes', '> ', 3_000],
    ['lists', '* - + ', 1_000],
    ['numbered lists', '1. ', 2_000],
  ])('is shown as text: %s', async (_what, mark, count) => {
    const host = await show(`before\n\n${mark.repeat(count)}text\n\nafter`);
    expect(depthOf(host)).toBeLessThan(150);
    expect(remarks(host)).toEqual([words.nestedAsText]);
    expect(host.textContent).toMatch(/^before/);
    expect(host.textContent).toContain('text');
    expect(host.textContent).toContain('after');
    // what was left is there as it was written
    expect(host.textContent).toContain(mark.repeat(20).trim());
  });

  it('is bounded in footnotes too', async () => {
    const host = await show(`Call[^a].\n\n${'[^a]: '.repeat(1_000)}text`);
    expect(depthOf(host)).toBeLessThan(150);
    expect(remarks(host)).toEqual([words.nestedAsText]);
  });

  it('is drawn as deep as anybody writes, without a word', async () => {
    const host = await show(`${'> '.repeat(60)}deep\n\n${'- '.repeat(30)}deep`);
    expect(host.querySelectorAll('blockquote')).toHaveLength(60);
    expect(host.querySelectorAll('li')).toHaveLength(30);
    expect(remarks(host)).toEqual([]);
  });

  it('keeps the marks of emphasis that is too deep', async () => {
    const text = `${'*a **a '.repeat(400)}b${' a** a*'.repeat(400)}`;
    const host = await show(text);
    expect(depthOf(host)).toBeLessThan(70);
    expect(remarks(host)).toEqual([words.nestedAsText]);
    expect(host.textContent).toContain('*a **a *a **a');
    expect(host.textContent).toContain('a** a* a** a*');
  });

  it('is found in emphasis of any length of its marks', async () => {
    const host = await show(`${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`);
    expect(depthOf(host)).toBeLessThan(70);
    expect(host.textContent).toHaveLength(40_001);
  });
});

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
    await vi.waitFor(() => expect(host.textContent).toContain(words.notTypeset));
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
      enqueue(element, resolve);
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
    const host = await show(text, broken);
    expect(remarks(host)).toEqual([words.allAsText]);
    expect(host.querySelector('.md-plain')?.textContent).toBe(text);
    expect(heard).toHaveLength(1);
    const [{ session }] = sessions as [(typeof sessions)[0]];
    session.update(`${text}More.`, true);
    await settled(session);
    expect(host.querySelector('.md-plain')?.textContent).toBe(`${text}More.`);
  });
});

describe('a table', () => {
  const wide = (columns: number, rows: string) =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${rows}`;

  it('of very many columns is shown as text', async () => {
    const host = await show(wide(5_000, 'x\n'.repeat(100)));
    expect(host.querySelector('table')).toBeNull();
    expect(remarks(host)).toEqual([words.cellsAsText]);
    expect(host.textContent).toContain('|a|a|a');
  });

  it('is not filled with cells that nobody wrote', async () => {
    const host = await show(`${wide(200, 'x\n'.repeat(40))}\n`.repeat(5));
    expect(host.querySelectorAll('td, th').length).toBeLessThan(12_000);
    expect(host.querySelectorAll('tr')).toHaveLength(205);
  });

  it('of very many rows goes on as text', async () => {
    const host = await show(wide(10, '|x|y\n'.repeat(1_200)));
    expect(host.querySelectorAll('tr')).toHaveLength(1_000);
    expect(remarks(host)).toEqual([words.cellsAsText]);
    expect(host.textContent?.match(/\|x\|y/g)).toHaveLength(201);
  });
});

describe('a text of any length', () => {
  it('is drawn up to a bound, and goes on as text: nothing of it is lost', async () => {
    const line = `${'words of a long answer '.repeat(40)}\n\n`;
    const text = line.repeat(Math.ceil(700_000 / line.length));
    const host = await show(text);
    expect(remarks(host)).toEqual([words.restAsText]);
    const drawn = [...host.querySelectorAll('.md-group p')].map((one) => one.textContent).join('');
    const rest = host.querySelector('.md-plain')?.textContent ?? '';
    expect(`${drawn}${rest}`.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  });

  it('goes on as text while it grows', async () => {
    const host = createHost();
    const session = new MarkdownSession(host, 'p', words);
    sessions.push({ session, host });
    const text = `${'one very long line '.repeat(30_000)}\n`.repeat(2);
    for (const length of [400_000, 499_999, 500_010, 700_000, text.length]) {
      session.update(text.slice(0, length), true);
      await settled(session);
    }
    expect(host.querySelector('.md-plain')?.textContent).toBe(text.slice(500_000));
    session.update(`${text}end`, false);
    await settled(session);
    expect(host.querySelector('.md-plain')?.textContent).toBe(`${text}end`.slice(500_000));
    expect(remarks(host)).toEqual([words.restAsText]);
  });

  it('has a bound to its blocks, which is the same wherever it was cut', () => {
    const text = '# a\n- b\n\n|c|\n|-|\n|d|\n\n'.repeat(4_000);
    const bounds = [[], [60_000], [50_000, 80_001, 80_002, 90_000]].map((cuts) => {
      const document = new MarkdownDocument();
      for (const cut of cuts) while (!document.read(text.slice(0, cut), true));
      while (!document.read(text, false));
      return document.restAt;
    });
    expect(new Set(bounds).size).toBe(1);
    expect(bounds[0]).toBeGreaterThan(60_000);
    expect(bounds[0]).toBeLessThan(text.length);
  });

  it('in one paragraph is drawn in pieces, the same wherever it was cut', async () => {
    const parts = [
      'a ',
      '*b* ',
      '[',
      '](',
      '`',
      '$',
      '**',
      '日本語',
      'word',
      ' ',
      '\\',
      '<',
      '&',
      '\n',
    ];
    const long = fc
      .array(fc.tuple(fc.constantFrom(...parts), fc.nat(900)), { minLength: 40, maxLength: 90 })
      .map((list) => list.map(([part, count]) => part.repeat(count)).join('x'));
    await fc.assert(
      fc.asyncProperty(long, fc.array(fc.nat(60_000), { maxLength: 6 }), async (text, places) => {
        const cuts = places.map((place) => place % text.length).sort((a, b) => a - b);
        expect(await shownInPieces(text, cuts)).toBe(await shownInPieces(text, []));
      }),
      { numRuns: rounds(5, 100) },
    );
  });

  it('in one line of code is shown in rows, and copied as it was', async () => {
    const line = 'let text = "abc"; '.repeat(2_000);
    const host = await show(`\`\`\`js\n${line}\nshort\n\`\`\`\n`);
    const figure = host.querySelector('figure');
    if (figure === null) throw new Error('There is no code');
    expect(codeOf(figure)).toBe(`${line}\nshort`);
    const rows = [...figure.querySelectorAll('.md-part')].map((part) => part.textContent ?? '');
    expect(rows.join('')).toBe(`${line}\nshort`);
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThan(5_000);
  });
});

describe('definitions and notes', () => {
  it('give no link an address of any length', async () => {
    const host = await show(
      `[a]: https://example.org/${'x'.repeat(10_000)}\n\n${'[a] '.repeat(50)}`,
    );
    expect(host.textContent).toMatch(/(?:\[a\] ){49}\[a\]$/);
    // the definition, which is shown as text, begins with an address
    expect(host.querySelectorAll('a')).toHaveLength(1);
  });

  it('number notes in the order of their calls, however they are defined', async () => {
    const labels = Array.from({ length: 300 }, (_, index) => `n${index}`);
    const calls = labels.map((label) => `[^${label}]`).join(' ');
    const definitions = labels
      .toReversed()
      .map((label) => `[^${label}]: of ${label}\n`)
      .join('\n');
    const host = await show(`${calls}\n\n${definitions}`);
    const notes = [...host.querySelectorAll('.md-notes li')];
    expect(notes.map(({ textContent }) => textContent)).toEqual(
      labels.map((label) => `of ${label} ↩`),
    );
  });

  it('have few ways back from one note', async () => {
    const host = await show(`${'[^a] '.repeat(500)}\n\n[^a]: note`);
    expect(host.querySelectorAll('.md-call')).toHaveLength(500);
    expect(host.querySelectorAll('.md-return')).toHaveLength(20);
  });
});

describe('characters that browsers are slow at', () => {
  it('get carriers where marks are piled up', async () => {
    const host = await show(`Z${'\u0301'.repeat(1_000)}algo`);
    expect(host.textContent?.match(/\u25cc/g)).toHaveLength(15);
    expect(host.textContent?.replaceAll('\u25cc', '')).toBe(`Z${'\u0301'.repeat(1_000)}algo`);
  });

  it('are broken where no writing has words so long', async () => {
    const host = await show('ب'.repeat(1_000));
    expect(host.textContent?.match(/\u200b/g)?.length).toBeGreaterThan(3);
  });

  it('stay as they are in what people write', async () => {
    const text = 'Ünïcödé, tiếng Việt, עִבְרִית, العربية, हिन्दी, ภาษาไทย, 日本語の文章。👨‍👩‍👧‍👦 ok';
    const host = await show(text.repeat(20));
    expect(host.textContent).toBe(text.repeat(20));
  });

  it('give a paragraph the direction of its first letter', async () => {
    const host = await show('1. (שלום) abc\n\n(abc) שלום\n\n**العربية**');
    expect([...host.querySelectorAll('p')].map(({ dir }) => dir)).toEqual(['rtl', 'ltr', 'rtl']);
  });
});
