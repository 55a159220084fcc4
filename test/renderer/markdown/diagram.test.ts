// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { cleaned } from '../../../renderer/markdown/diagram/clean.ts';

const svg = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const html = (inner: string) =>
  `<foreignObject><div xmlns="http://www.w3.org/1999/xhtml">${inner}</div></foreignObject>`;

describe('a drawing', () => {
  test.each([
    ['a script', '<script>x()</script>'],
    ['an event', '<g onclick="x()" onload="x()"/>'],
    ['an animation that would set a link', '<set attributeName="href" to="javascript:x"/>'],
    ['an image', '<image href="http://a.example/x.png"/>'],
    [
      'use of another file',
      '<use href="http://a.example/x.svg#a" xlink:href="http://a.example/"/>',
    ],
    ['a frame in HTML', html('<iframe src="http://a.example/"/><img src="http://a.example/"/>')],
    [
      'a fill elsewhere',
      '<path fill="url(http://a.example/f)" style="stroke:url( \'//a.example/s\')"/>',
    ],
    ['an import', '<style>@import "http://a.example/c"; @import url(http://a.example/d);</style>'],
    [
      'an image by another function',
      '<style>a{background:image-set("http://a.example/i" 1x)}</style>',
    ],
    [
      'an escaped word',
      '<style>a{background:u\\72l(http://a.example/e)} @\\69mport "//a.example";</style>',
    ],
    ['a font', '<style>@font-face{font-family:x;src:url(http://a.example/f)}</style>'],
    ['a font that is not closed', '<style>@font-face{src:url(http://a.example/f</style>'],
    ['an address that is not closed', '<style>a{fill:url( http://a.example/e</style>'],
    ['one that is quoted and not closed', '<style>a{fill:url("//a.example/e</style>'],
    ['one in a comment that is not closed', '<style>a{} /* url(http://a.example/e</style>'],
    [
      'a word in a word',
      '<style>@im@import x;port "//a.example/c"; uurl(x)rl(//a.example)</style>',
    ],
  ])('loses %s', (_what, inner) => {
    const found = cleaned(svg(`${inner}<text>kept</text>`))?.svg ?? '';
    expect(found).toContain('<text>kept</text>');
    expect(found).not.toMatch(/script|onclick|onload|<set|<image|<iframe|<img|@import|@font-face/);
    expect(found).not.toMatch(/url\(\s*['"]?(http|\/\/)|href="h|image-set/);
  });

  test('keeps what it is made of, and the text of links', () => {
    const inner =
      '<style>#d rect{fill:#fff;stroke:url(#g)}</style><defs><marker id="m"><path d="M0 0"/></marker></defs>' +
      '<g transform="translate(1, 2)"><rect style="fill: red;" marker-end="url(#m)"/></g>';
    expect(cleaned(svg(inner))?.svg).toContain(inner);
    const link = cleaned(
      svg('<a href="http://a.example/" transform="translate(1, 2)"><text>to</text></a>'),
    );
    expect(link?.svg).toContain('<a transform="translate(1, 2)"><text>to</text></a>');
    expect(link?.svg).not.toContain('a.example');
  });

  test('is named by its title, or by what is written in it', () => {
    expect(cleaned(svg('<title>Queue</title><desc>How jobs wait.</desc>'))?.labels).toBe(
      'Queue. How jobs wait.',
    );
    const twice =
      '<text><tspan>Nodes</tspan><tspan> free?</tspan></text><text>Run</text><text>Run</text>';
    expect(cleaned(svg(twice))?.labels).toBe('Nodes free?, Run');
  });

  test('keeps the rules after one that it loses', () => {
    const kept = '#d rect{fill:#fff}';
    const style = `<style>@import "//a.example/c";@font-face{src:url(//a.example/f)}${kept}</style>`;
    expect(cleaned(svg(style))?.svg).toMatch(/<style>\s*#d rect\{fill:#fff\}<\/style>/);
  });

  test.each([
    ['addresses', 'url('],
    ['addresses with a quote', 'url("a'],
    ['addresses in turn', 'url("a)url(\'b)'],
    ['fonts', '@font-face{'],
    ['comments', '/*'],
    ['imports', '@import'],
    ['functions', 'src '],
  ])('four times as many %s that are not closed take four times as long', (_what, unit) => {
    const timeOf = (length: number): number => {
      const drawing = svg(`<style>${unit.repeat(length / unit.length)}</style>`);
      const before = process.threadCpuUsage();
      expect(cleaned(drawing)).not.toBeNull();
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    const large = timeOf(240_000);
    if (large < 100) return;
    expect(Math.min(large, timeOf(240_000))).toBeLessThan(
      10 * Math.min(timeOf(60_000), timeOf(60_000)),
    );
  });

  test.each(['', 'no XML', '<html><body/></html>', '<svg>of no namespace</svg>'])(
    'is not %j',
    (text) => expect(cleaned(text)).toBeNull(),
  );
});
