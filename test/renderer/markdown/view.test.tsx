// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import type { SavedFile } from '../../../preload/contract/shapes.ts';
import { createClient } from '../../../renderer/client/index.ts';
import { createTexts, setLanguage, TextsProvider } from '../../../renderer/i18n/index.ts';
import { createStores, StoresProvider } from '../../../renderer/kit/index.ts';
import Markdown from '../../../renderer/markdown/Markdown.tsx';
import { UiProvider } from '../../../renderer/ui/UiProvider.tsx';
import { pngImage } from '../../support/files/files.ts';
import { createWorld } from '../world.ts';

const texts = await createTexts('en');

/** A small picture that says it were this large. */
function saying(width: number, height: number): Buffer {
  const picture = pngImage(1, 1);
  // PNG (third edition), 11.2.1
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}

const dataAddress = (picture: Buffer): string =>
  `data:image/png;base64,${picture.toString('base64')}`;

async function show(text: string, streaming = false) {
  const { bridge } = createWorld();
  const opened: string[] = [];
  const saved: { name: string; text: string }[] = [];
  let saving: () => SavedFile = () => ({ kind: 'saved', path: '/place/code.f90' });
  bridge.answer({
    'app.saveText': (file) => {
      saved.push(file);
      return saving();
    },
    'app.openExternal': ({ url }) => {
      opened.push(url);
      return { opened: true, address: null };
    },
  });
  const stores = createStores(createClient(bridge), window);
  const page = (now: string, growing: boolean) => (
    <TextsProvider i18n={texts}>
      <UiProvider>
        <StoresProvider value={stores}>
          <Markdown text={now} streaming={growing} />
        </StoresProvider>
      </UiProvider>
    </TextsProvider>
  );
  const { container, rerender } = render(page(text, streaming));
  const host = container.querySelector('.md');
  if (!(host instanceof HTMLElement)) throw new Error('There is no answer');
  // what does not fit into one slice of time is drawn in later frames
  const whole = () => expect.poll(() => host.getAttribute('aria-busy')).toBeNull();
  await whole();
  return {
    host,
    opened,
    saved,
    saveAs(answer: () => SavedFile) {
      saving = answer;
    },
    grow: async (now: string, growing = true) => {
      await act(async () => rerender(page(now, growing)));
      await whole();
      expect(host.textContent).toContain(now.trim().slice(-3));
    },
  };
}

/** The blocks of an answer, whatever groups they stand in. */
const blocksOf = (host: HTMLElement) => [...host.children].flatMap((group) => [...group.children]);

afterEach(async () => {
  cleanup();
  await setLanguage(texts, 'en');
});

describe('links of an answer', () => {
  it('open only after the address was shown and confirmed', async () => {
    const { opened } = await show('See [the manual](https://example.org/manual).');
    const link = screen.getByRole('link', { name: 'the manual' });
    expect(fireEvent.click(link)).toBe(false);
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('https://example.org/manual');
    expect(opened).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    await expect.poll(() => opened).toEqual(['https://example.org/manual']);
  });

  it('are not opened by the middle button either', async () => {
    await show('<https://example.org/a>');
    const link = screen.getByRole('link');
    const press = new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 });
    act(() => {
      link.dispatchEvent(press);
    });
    expect(press.defaultPrevented).toBe(true);
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.org/x',
    '#/settings',
    'settings',
  ])('are dead when they lead to %s', async (address) => {
    const { host } = await show(`[text](<${address}>)`);
    expect(host.querySelector('a')).toBeNull();
    expect(host.textContent).toBe('text');
  });
});

describe('a block of code', () => {
  const text = '```fortran\nprogram a\nend\n```';

  it('is saved under a name with the ending of its language, and that is said', async () => {
    const { saved } = await show(text);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved the code.');
    expect(saved).toEqual([{ name: 'code.f90', text: 'program a\nend\n' }]);
  });

  it('says nothing when the user chose no place, and why when it could not be saved', async () => {
    const { saved, saveAs } = await show(text);
    saveAs(() => ({ kind: 'cancelled' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => saved).toHaveLength(1);
    saveAs(() => {
      throw new AppError('file-not-saved', { details: { name: 'code.f90' } });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The file code.f90 could not be saved.');
    expect(screen.queryByText('Saved the code.')).toBeNull();
  });
});

describe('what an answer brings with it', () => {
  it('draws nothing of raw HTML that runs or asks', async () => {
    const text =
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\na <b onclick="x">c</b>';
    const { host } = await show(text);
    expect(host.querySelector('script, img, [onerror], [onclick]')).toBeNull();
    expect(host.textContent).toContain('<script>alert(1)</script>');
    expect(host.querySelector('b')?.getAttributeNames()).toEqual([]);
  });

  it('names pictures from elsewhere without fetching them', async () => {
    const { host } = await show('![a chart](https://example.org/chart.png)');
    expect(host.querySelector('img')).toBeNull();
    expect(screen.getByRole('group', { name: 'Image a chart' }).textContent).toContain(
      'https://example.org/chart.png',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Open in the browser' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('example.org/chart.png');
  });

  it('shows pictures that are in the text, but no drawings that could hold script', async () => {
    const dot = dataAddress(pngImage(1, 1));
    const { host } = await show(`![dot](${dot}) ![x](data:image/svg+xml,x)`);
    expect([...host.querySelectorAll('img')].map(({ alt }) => alt)).toEqual(['dot']);
  });

  it('names pictures that would be unpacked to more than a text has room for', async () => {
    const pictures = {
      broad: saying(30_000, 30_000),
      longSide: saying(40_000, 1),
      noPicture: Buffer.from('no picture'),
      first: saying(5_000, 5_000),
      second: saying(5_000, 5_000),
    };
    const text = Object.entries(pictures).map(([name, of]) => `![${name}](${dataAddress(of)})`);
    const { host } = await show(text.join(' '));
    expect([...host.querySelectorAll('img')].map(({ alt }) => alt)).toEqual(['first']);
    expect(screen.getByRole('group', { name: 'Image broad' }).textContent).toContain('data:');
  });

  it('typesets formulas', async () => {
    const { host } = await show('Let $x^2$ be\n\n$$\n\\frac{a}{b}\n$$');
    await expect.poll(() => host.querySelectorAll('math')).toHaveLength(2);
  });

  it('reads a table with its headers and code by its language', async () => {
    await show('| a | b |\n|---|--:|\n| 1 | 2 |\n\n```python\nx = 1\n```\n');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['a', 'b']);
    const code = screen.getByRole('group', { name: 'Code python' });
    expect(code.tabIndex).toBe(0);
    expect(code.textContent).toBe('x = 1');
  });

  it('breaks no short cell, name or Japanese phrase, and leaves long ones room', async () => {
    const long = 'For jobs that need more memory than one node of the others has';
    const table = [
      '| Machine | 用途 |',
      '|---|---|',
      '| `gpu-interactive` | 学習、シミュレーション |',
      `| large-memory-nodes | ${long} |`,
      '| 256 GiB | training and simulation |',
      '| [cpu](https://example.org/a-long-address/of/it) | 大きなメモリーを使うグラフの計算と前処理 |',
    ];
    const { host } = await show(`${table.join('\n')}\n\nRead \`gpu-interactive\` and \`${long}\`.`);
    const fits = (of: string) =>
      [...host.querySelectorAll<HTMLElement>(of)].map(({ dataset }) => dataset.fit);
    expect(fits('td')).toEqual([
      ...['whole', 'phrase', 'whole', 'long', 'whole', 'phrase', 'whole', 'long'],
    ]);
    expect(fits('p code')).toEqual(['whole', 'long']);
  });

  it('wraps code on request, and says so', async () => {
    await show('```\nlong\n```\n');
    const wrap = screen.getByRole('button', { name: 'Wrap lines' });
    fireEvent.click(wrap);
    expect(wrap.getAttribute('aria-pressed')).toBe('true');
  });

  it('speaks the language that is chosen later', async () => {
    const { host } = await show('```\nx\n```\n\n| a |\n|---|\n');
    await act(() => setLanguage(texts, 'ja'));
    expect(screen.getByRole('button', { name: 'コピー' })).toBeTruthy();
    expect(host.querySelector('.md-table')?.getAttribute('aria-label')).toBe('表');
  });

  it('begins its headings below those of the screen', async () => {
    const { host } = await show('# one\n\n## two\n\n###### six');
    expect(blocksOf(host).map(({ tagName }) => tagName)).toEqual(['H3', 'H4', 'H6']);
  });
});

describe('an answer that grows', () => {
  it('keeps what is settled: the same elements stay', async () => {
    const first = '# Title\n\nFirst **paragraph**.\n\n- item\n\n';
    const { host, grow } = await show(first, true);
    const before = blocksOf(host).slice(0, 2);
    await grow(`${first}More text follows and\n\nmore`);
    await grow(`${first}More text follows and\n\nmore still`, false);
    expect(blocksOf(host).slice(0, 2)).toEqual(before);
    expect(before.every((element) => element.isConnected)).toBe(true);
  });

  it.each([
    ['so **bold', 'so bold'],
    ['so **bold*', 'so bold'],
    ['so `code', 'so code'],
    ['a [link', 'a link'],
    ['a [link](https://exam', 'a link'],
    ['a\n\n-', 'a'],
    ['a\n\n```py', 'a'],
    ['a\n---', 'a'],
    ['a\n\n| one | two |', 'aonetwo'],
    ['a\n\n| one | two |\n|--', 'aonetwo'],
    ['a\n\n[^1]', 'a'],
    ['a ![pic](http', 'a pic'],
  ])('shows %j as %j', async (text, shown) => {
    const { host } = await show(text, true);
    expect(host.textContent?.trim()).toBe(shown);
  });

  it('makes emphasis of what people expect in Japanese', async () => {
    const { host } = await show('**「強調」**の例と**（括弧）**です。10~20分、30~40分');
    expect([...host.querySelectorAll('strong')].map((one) => one.textContent)).toEqual([
      '「強調」',
      '（括弧）',
    ]);
    expect(host.querySelector('del')).toBeNull();
  });

  it('numbers footnotes by their calls and shows calls without a note as text', async () => {
    const { host } = await show('a[^x] b[^y] c[^none]\n\n[^y]: why\n\n[^x]: ex\n\n[^z]: unused\n');
    expect(screen.getAllByRole('doc-noteref').map((one) => one.textContent)).toEqual(['1', '2']);
    expect([...host.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
      'ex ↩',
      'why ↩',
    ]);
    expect(host.querySelector('p')?.textContent).toContain('c[^none]');
  });

  it('resolves references that are defined later', async () => {
    const { grow } = await show('See [the manual][m] and\n\n', true);
    await grow('See [the manual][m] and\n\n[m]: https://example.org/m\n\nend', false);
    expect(screen.getByRole('link', { name: 'the manual' }).getAttribute('href')).toBe(
      'https://example.org/m',
    );
  });
});
