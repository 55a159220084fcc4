import { readFileSync } from 'node:fs';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { pageColour } from '../../../../main/hosts/electron/colours.ts';
import { filesIn, readCommandLine } from '../../../../main/hosts/electron/command-line.ts';
import { labelsFor } from '../../../../main/hosts/electron/labels.ts';
import { menuTemplate } from '../../../../main/hosts/electron/menu.ts';
import { isAppUrl } from '../../../../main/hosts/electron/origin.ts';
import { nextZoom, storedZoom, type ZoomStep } from '../../../../main/hosts/electron/zoom/index.ts';
import type { MenuId } from '../../../../preload/contract/menu.ts';

describe('the command line', () => {
  test('finds the app’s flags among Chromium’s and the app’s path', () => {
    const argv = ['/electron', '--inspect=0', '--no-sandbox', '.', '--data-dir', '/data', '--demo'];
    const none = { hidden: false, policy: null, showMove: null };
    expect(readCommandLine(argv)).toEqual({ demo: true, dataFolder: '/data', ...none });
    expect(readCommandLine(['/app', '--policy', '/p.json'])).toMatchObject({ policy: '/p.json' });
    expect(readCommandLine(['/app', '--show-move=/m'])).toMatchObject({ showMove: '/m' });
  });
  test.each([
    [['/app']],
    [['/app', '--unknown', 'x.p12', '-psn_0_1']],
    [['/app', '--data-dir']],
    [['/app', '--data-dir=']],
  ])('%j says nothing of it', (argv) => {
    const none = { dataFolder: null, hidden: false, policy: null, showMove: null };
    expect(readCommandLine(argv)).toEqual({ demo: false, ...none });
  });
});

describe('the files that the desktop hands over', () => {
  const posix = process.platform !== 'win32';
  test.skipIf(!posix).each([
    { argv: ['/app/x.p12'], files: [] },
    { argv: ['/app', 'mine.p12'], files: ['/started/in/mine.p12'] },
    {
      argv: ['/app', '.', '/a/b.PFX', '--flag', 'c d.p12'],
      files: ['/a/b.PFX', '/started/in/c d.p12'],
    },
    { argv: ['/app', 'file:///home/u/%E9%8D%B5.p12'], files: ['/home/u/鍵.p12'] },
    { argv: ['/app', 'file://elsewhere/share/x.p12'], files: [] },
    { argv: ['/app', 'Centre.ComputeDesk'], files: ['/started/in/Centre.ComputeDesk'] },
    { argv: ['/app', '--data-dir=/x.p12', 'https://example.org/x.txt', 'note.p12.txt'], files: [] },
  ])('$argv', ({ argv, files }) => {
    expect(filesIn(argv, '/started/in')).toEqual(files);
  });
});

describe('addresses', () => {
  test.each([
    ['app://compute-desk/', true],
    ['app://compute-desk/index.html#/chat', true],
    ['app://compute-desk.example.org/', false],
    ['app://user@compute-desk/', false],
    ['https://compute-desk/', false],
    ['', false],
  ])('%s is the app: %s', (url, expected) => {
    expect(isAppUrl(url)).toBe(expected);
  });
});

test('labels follow the setting, else the system', () => {
  expect(labelsFor('ja', ['en-GB']).view).toBe('表示');
  expect(labelsFor('en', ['ja-JP']).view).toBe('View');
  expect(labelsFor('system', ['ja-JP', 'en']).view).toBe('表示');
  expect(labelsFor('system', []).view).toBe('View');
});

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  const labels = labelsFor('en', []);
  const template = (send: (id: MenuId) => void = () => undefined, developer = false) =>
    menuTemplate({
      ...{ platform, labels, english: labels, developer, send, newWindow, about: () => undefined },
      zoom: (how) => zooms.push(how),
    });
  let opened = 0;
  const zooms: ZoomStep[] = [];
  const newWindow = (): void => {
    opened += 1;
  };
  const items = (menus: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));

  test('sends each command of the app', () => {
    const sent: MenuId[] = [];
    for (const { click } of items(template((command) => sent.push(command)))) {
      (click as (() => void) | undefined)?.();
    }
    expect(sent.sort()).toEqual(['doctor', 'guide', 'lock', 'new', 'palette', 'print', 'settings']);
    expect(opened).toBe(1);
    expect(zooms).toEqual(['reset', 'in', 'in', 'out']);
  });

  test('labels every entry itself, and can be quit', () => {
    const all = items(template());
    expect(all.filter(({ type, label }) => type !== 'separator' && !label)).toEqual([]);
    expect(all.filter(({ role }) => role === 'quit')).toHaveLength(1);
  });

  test('has what people look for there, each in its place', () => {
    const menus = template();
    const labelOf = ({ label, role }: MenuItemConstructorOptions) =>
      label?.replace('&', '') ?? role;
    const there = menus.map(labelOf);
    expect(there).toEqual(
      platform === 'darwin'
        ? ['appMenu', 'File', 'Edit', 'View', 'Window', 'Help']
        : ['File', 'Edit', 'View', 'Help'],
    );
    const roles = items(menus).map(({ role }) => role);
    for (const role of ['undo', 'cut', 'copy', 'paste'] as const) expect(roles).toContain(role);
    expect(roles.includes('services')).toBe(platform === 'darwin');
    expect(roles).toContain('close');
    // No two entries of a menu bar may want the same keys.
    const keys = items(menus).flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('has a letter of its own for each entry where Alt chooses by letters', () => {
    for (const language of ['en', 'ja'] as const) {
      const menus = menuTemplate({
        ...{ platform, labels: labelsFor(language, []), english: labelsFor('en', []) },
        ...{ developer: true, send: () => undefined, newWindow, zoom: () => undefined },
        about: () => undefined,
      });
      const bars = [menus, ...menus.map((menu) => items([menu]))];
      for (const bar of bars) {
        const shown = bar.filter(({ type, visible }) => type !== 'separator' && visible !== false);
        const keys = shown.flatMap(({ label }) => /&([a-z])/i.exec(label ?? '')?.[1] ?? []);
        expect(keys).toHaveLength(platform === 'darwin' ? 0 : shown.length);
        expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length);
      }
      if (platform === 'linux') {
        const names = menus.map(({ label }) => label);
        expect(names).toEqual(
          language === 'en'
            ? ['&File', '&Edit', '&View', '&Help']
            : ['ファイル(&F)', '編集(&E)', '表示(&V)', 'ヘルプ(&H)'],
        );
      }
    }
  });

  test('has developer tools only where asked for', () => {
    const has = (menus: MenuItemConstructorOptions[]) =>
      items(menus).some(({ role }) => role === 'toggleDevTools');
    expect(has(template())).toBe(false);
    expect(has(template(undefined, true))).toBe(true);
  });
});

test('the window’s first colour is the page’s', () => {
  const tokens = readFileSync('renderer/styles/tokens.css', 'utf8');
  const found = [...tokens.matchAll(/--page: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map((match) =>
    toHex(Number(match[1]), Number(match[2]), Number(match[3])),
  );
  expect([...new Set(found)]).toEqual([pageColour.light, pageColour.dark]);
});

/** OKLCH to sRGB, by the matrices of the CSS Color 4 specification. */
function toHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const parts = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

test('the zoom goes by steps between 50 and 300 %, and a file that says otherwise says 100', () => {
  const seen = [100];
  for (let press = 0; press < 20; press += 1) seen.push(nextZoom(seen.at(-1) ?? 0, 'in'));
  expect(seen.slice(0, 4)).toEqual([100, 110, 125, 150]);
  expect(seen.at(-1)).toBe(300);
  for (let press = 0; press < 20; press += 1) seen.push(nextZoom(seen.at(-1) ?? 0, 'out'));
  expect(seen.at(-1)).toBe(50);
  expect(nextZoom(50, 'reset')).toBe(100);
  for (const stored of [undefined, null, '200', 0, -1, 1e9, 123, {}]) {
    expect(storedZoom(stored)).toBe(100);
  }
  expect(storedZoom(200)).toBe(200);
});
