// @vitest-environment jsdom
import { expect, test } from 'vitest';
import {
  type Report,
  reportSvg,
} from '../../../../renderer/features/machines/machines/calendar/picture.ts';
import { reportPage } from '../../../../renderer/features/machines/machines/calendar/reportPage.ts';

const hour = 3_600_000;
const hostile = [
  '<script>alert(1)</script>',
  '"><image href=x onerror=alert(1)>',
  "' onload='alert(1)",
  ']]><svg onload=alert(1)>',
  '&lt;script&gt;',
  'a\u202egnp.exe\u2066b\u200f',
  'nul\u0000\u001b\uffff lone \ud800 end',
];
const report = (texts: readonly string[]): Report => ({
  title: texts[0] ?? '',
  subtitle: texts[1] ?? '',
  days: texts.map((text) => text.slice(0, 20)),
  rows: texts.map((name) => ({
    ...{ name, share: name },
    days: texts.map((_, at) => ({
      ...{
        from: at * 24 * hour,
        to: (at + 1) * 24 * hour,
        time: { up: 20 * hour, down: 2 * hour },
      },
      planned: [{ from: at * 24 * hour, to: at * 24 * hour + hour }],
    })),
  })),
  legend: { up: 'Up', degraded: 'Degraded', down: 'Down', maintenance: '<b>', unknown: 'Unknown' },
  notes: texts,
});

test('a picture is well-formed and holds rectangles and text alone, whatever names hold', () => {
  const svg = reportSvg(report(hostile));
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  const elements = [...parsed.querySelectorAll('*')];
  expect(new Set(elements.map(({ localName }) => localName))).toEqual(
    new Set(['svg', 'rect', 'text']),
  );
  const attributes = new Set(
    elements.flatMap((one) => [...one.attributes].map(({ name }) => name)),
  );
  const allowed =
    /^(?:xmlns|x|y|width|height|viewBox|fill|font-(?:family|size|weight)|text-anchor)$/;
  expect([...attributes].filter((name) => !allowed.test(name))).toEqual([]);
  // what was said is there as text
  const texts = [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toContain('<script>alert(1)</script>');
  expect(texts).toContain('&lt;script&gt;');
  expect(svg).not.toMatch(/\p{Cs}|\p{Cf}|\uffff|(?!\n)\p{Cc}/u);
});

test('a page loads nothing and runs nothing, whatever names hold', () => {
  const tables = [{ title: hostile[0] ?? '', columns: hostile, rows: [hostile, hostile] }];
  const html = reportPage('en', report(hostile), tables);
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  expect(
    parsed.querySelectorAll('script, image, img, iframe, object, embed, link, base, form'),
  ).toHaveLength(0);
  const handlers = [...parsed.querySelectorAll('*')].flatMap((one) =>
    [...one.attributes].filter(({ name }) => name.startsWith('on') || name.endsWith('href')),
  );
  expect(handlers).toEqual([]);
  const policy = parsed.querySelector('meta[http-equiv]')?.getAttribute('content');
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'");
  expect(parsed.querySelectorAll('svg')).toHaveLength(1);
  expect(parsed.querySelectorAll('tbody tr')).toHaveLength(2);
});

test('each machine has a row, each day a column, and its states are as tall as they lasted', () => {
  const svg = reportSvg(report(['a', 'b']));
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const heights = [...parsed.querySelectorAll('rect[fill="#1f8a5b"]')].map((one) =>
    Number(one.getAttribute('height')),
  );
  // four days of two machines, and the legend
  expect(heights.toSorted((a, b) => a - b)).toEqual([11, ...Array(4).fill(13.33)]);
});
