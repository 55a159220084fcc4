// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkdownDocument } from '../../../common/markdown/parse/document.ts';
import { codeOf } from '../../../renderer/markdown/view/code.ts';
import { rounds } from '../../support/processes/rounds.ts';
import { settled, shownInPieces, words } from './samples.ts';
import { begin, remarks, show } from './shown.ts';

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
    const { session, host } = begin();
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

  it('with formulas close together has few of them in a piece', async () => {
    const most = async (text: string): Promise<number> => {
      const host = await show(text);
      const pieces = [...host.querySelectorAll('.md-piece')].map(
        (piece) => piece.querySelectorAll('.md-math').length,
      );
      const first =
        host.querySelectorAll('.md-math').length - pieces.reduce((sum, count) => sum + count, 0);
      return Math.max(first, ...pieces);
    };
    expect(await most('$x$ '.repeat(600))).toBeLessThan(250);
    expect(await most('a $x$ b '.repeat(600))).toBeLessThan(250);
    // no paragraph of a book is cut
    expect(await most('so it is that $x^2$ is'.repeat(100))).toBe(100);
  });

  it('whose scripts change all the time is cut sooner, for a browser lays out each run by itself', async () => {
    const longest = async (text: string): Promise<number> => {
      const host = await show(text);
      const pieces = [...host.querySelectorAll('.md-piece')].map(
        (piece) => piece.textContent ?? '',
      );
      const all = host.querySelector('p')?.textContent ?? '';
      const first = all.length - pieces.join('').length;
      expect(all).toBe(text.trimEnd());
      return Math.max(first, ...pieces.map(({ length }) => length));
    };
    expect(await longest('aあб한ع'.repeat(4_000))).toBeLessThan(2_000);
    expect(await longest('a б ع '.repeat(4_000))).toBeLessThan(3_500);
    // one script, with what belongs to all, is cut as ever
    expect(await longest('слово, и ещё (100) слов. '.repeat(1_000))).toBeGreaterThan(8_000);
    expect(await longest('計算機の使い方を、説明します。'.repeat(1_500))).toBeGreaterThan(8_000);
  });

  it('with formulas in images and emphasis is cut into the same pieces wherever it came in parts', async () => {
    // too deep to be typeset, so that it costs nothing here
    const deep = `$${'{'.repeat(60)}x${'}'.repeat(60)}$`;
    const text = `a ${deep} **${deep}** ![${deep}](z) b `.repeat(60);
    const whole = await shownInPieces(text, []);
    expect(whole).toContain('md-piece');
    for (const cuts of [[100, 9_000], [5_000, 5_130, 14_000], [20_001]]) {
      expect(await shownInPieces(text, cuts)).toBe(whole);
    }
  });

  it('in one word of plain letters and others is broken at the same places wherever it was cut', async () => {
    const long = 'word'.repeat(400);
    const text = `${long}x${'б ع 한'.repeat(80)} ${long}${'б'.repeat(700)}${long}${'ع'.repeat(250)}`;
    const whole = await shownInPieces(text, []);
    expect(whole).toContain('\u200b');
    for (const at of [1_560, 1_601, 1_700, 3_700, 3_850, 4_300, 5_990])
      expect(await shownInPieces(text, [at]), String(at)).toBe(whole);
  });

  it('ends a piece at the same place whether the other end of a formula has come or not', async () => {
    // found at random: of 100 such texts, one or two
    const runs: [string, number][] = [
      ['](', 151],
      [' ', 275],
      ['](', 888],
      ['\n', 723],
      ['`', 863],
      ['](', 529],
      ['б ع 한', 607],
      ['a ', 893],
      ['&', 836],
      ['a ', 239],
      ['б ع 한', 415],
      ['[', 284],
      ['*b* ', 215],
      ['*b* ', 701],
      ['](', 118],
      ['`', 627],
      [' ', 617],
      ['б ع 한', 382],
      ['$', 52],
      ['`', 877],
      ['a ', 185],
      ['](', 641],
      ['&', 607],
      ['[', 221],
      ['\\', 330],
      ['word', 801],
      ['](', 149],
      ['日本語', 592],
      ['\\', 540],
      ['**', 671],
      ['**', 327],
      ['$', 402],
      ['<', 884],
      ['&', 226],
      ['*b* ', 4],
      ['&', 32],
      ['`', 789],
      ['<', 404],
      ['[', 252],
      ['<', 628],
      ['$', 421],
      ['](', 53],
    ];
    const text = `(${runs.map(([part, count]) => part.repeat(count)).join('x')}`;
    expect(await shownInPieces(text, [34_944])).toBe(await shownInPieces(text, []));
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
      'б ع 한',
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
      // Made smaller, one that differs would take longer than a test may: its seed tells enough.
      { numRuns: rounds(4, 100), endOnFailure: true },
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

describe('a block of raw HTML', () => {
  it.each([
    ['drawn', '<b>a</b> '],
    ['not drawn', '<x>a</x> '],
  ])('makes a bounded number of elements of tags that are %s; the rest is text', async (_, tag) => {
    const host = await show(`<div>${tag.repeat(6_000)}`);
    expect(host.querySelectorAll('*').length).toBeLessThan(2_100);
    expect(host.textContent?.match(/a/g)?.length).toBeGreaterThanOrEqual(6_000);
    // a tag behind the bound is there as it was written
    expect(host.textContent).toContain(`${tag.trim()} ${tag.trim()}`);
  });
});
