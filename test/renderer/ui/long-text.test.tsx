// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { LongText, legible, oneLine } from '../../../renderer/ui/index.ts';
import { show } from './shown.tsx';

describe('a text of any length', () => {
  test('is one when it is short, and whole in parts when it is long', async () => {
    const short = await show(<LongText text={'two\nlines'} />);
    expect(short.container.querySelector('div')?.children).toHaveLength(0);
    expect(short.container.textContent).toBe('two\nlines');
    const text = `${'a line of it\n'.repeat(10_000)}${'x'.repeat(100_000)}`;
    const long = await show(<LongText text={text} />);
    const parts = [...long.container.querySelectorAll('.long-text-part')];
    expect(parts.map(({ textContent }) => textContent).join('')).toBe(text);
    expect(parts.length).toBeGreaterThan(50);
    // lines stay whole where there are any
    expect(parts.slice(0, 10).every(({ textContent }) => textContent?.endsWith('it\n'))).toBe(true);
  });

  test('cuts no character in two', async () => {
    const { container } = await show(<LongText text={`x${'😀'.repeat(5_000)}`} />);
    for (const { textContent } of container.querySelectorAll('.long-text-part')) {
      expect(textContent).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test('is broken where no writing is, and grows as the text does', () => {
    const text = `אבג ${'\u05d0'.repeat(500)} a${'\u0323'.repeat(200)} 日本語${'語'.repeat(500)}`;
    const whole = legible(text);
    expect(whole.replaceAll(/[\u200b\u25cc]/g, '')).toBe(text);
    expect(whole.match(/\u200b/g)).toHaveLength(2);
    expect(whole.match(/\u25cc/g)).toHaveLength(3);
    for (let length = 0; length <= text.length; length += 37) {
      expect(whole.startsWith(legible(text.slice(0, length)))).toBe(true);
    }
  });
});

test('a text in one line is its beginning, without what lays it out', () => {
  expect(oneLine(' a\n\n b\t', 10)).toBe('a b');
  expect(oneLine('x'.repeat(1_000_000), 5)).toBe('xxxxx…');
});
