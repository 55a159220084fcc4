import { parseArgs } from 'node:util';
import { root as here } from '../toolchain.mjs';
import { checkers, isChecker } from './checkers.ts';
import type { Finding } from './finding.ts';

// `npm run check` runs all checkers at once; `npm run check -- layers types-main` only these.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: here } },
});
const unknown = positionals.filter((name) => !isChecker(name));
if (unknown.length > 0) {
  console.error(`Not known: ${unknown.join(', ')}. Known: ${Object.keys(checkers).join(', ')}`);
  process.exit(2);
}
const names =
  positionals.length > 0 ? positionals.filter(isChecker) : Object.keys(checkers).filter(isChecker);

const results = await Promise.all(
  names.map(async (name) => {
    const started = performance.now();
    const findings = await checkers[name](values.root);
    return { name, findings, seconds: (performance.now() - started) / 1000 };
  }),
);

let failed = 0;
/** Two environments compile the same file: each error is reported once. */
const told = new Set<string>();
for (const { name, findings, seconds } of results) {
  const errors = findings.filter((finding) => finding.level === 'error').length;
  if (errors > 0) failed += 1;
  console.log(`${errors > 0 ? 'FAILED' : 'ok    '} ${name} (${seconds.toFixed(1)} s)`);
  for (const finding of findings.map(text)) {
    if (told.has(finding)) continue;
    told.add(finding);
    console.log(indent(finding));
  }
}
console.log(`${results.length - failed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed > 0 ? 1 : 0;

function text({ level, place, message }: Finding): string {
  return `${level === 'warning' ? 'warning: ' : ''}${place === '' ? '' : `${place}: `}${message}`;
}

function indent(block: string): string {
  return block.replaceAll(/^/gm, '    ');
}
