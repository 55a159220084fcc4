// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { words } from './samples.ts';
import { begin, depthOf, remarks, show } from './shown.ts';

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

  it('are not kerned in a text with a word without end, however it came', async () => {
    const isKerned = (host: HTMLElement) => !host.classList.contains('md-long-words');
    const paragraph = 'It is kerned. 日本語の文章は途切れずに続く。'.repeat(200);
    const { session, host } = begin();
    session.update(paragraph, true);
    expect(isKerned(host)).toBe(true);
    for (const letters of [100, 300, 600])
      session.update(`${paragraph} ${'AV'.repeat(letters)}`, true);
    expect(isKerned(host)).toBe(false);
    session.update(paragraph, false);
    expect(isKerned(host)).toBe(true);
    expect(isKerned(await show(`- \`x\` [${'A'.repeat(4_000)}](http://e.invalid/)`))).toBe(false);
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
