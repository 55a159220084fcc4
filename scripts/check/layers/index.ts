import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '../files.ts';
import { type Checker, error, type Finding } from '../finding.ts';
import { cycles } from './cycles.ts';
import { importsOf } from './imports.ts';
import { rules } from './rules.ts';

/** Who may import whom in what ships: main, preload and renderer. */
export const layers: Checker = async (root) => {
  const shipped = await filesBelow(root, ['main', 'preload', 'renderer'], ['.ts', '.tsx']);
  const files = shipped.filter((file) => !file.endsWith('/vite.config.ts'));
  const findings: Finding[] = [];
  const graph = new Map<string, string[]>();
  await Promise.all(
    files.map(async (file) => {
      const imports = importsOf(file, await readFile(join(root, file), 'utf8'));
      for (const { target, typeOnly, names, line } of imports) {
        const place = `${file}:${line}`;
        if (target === null) {
          findings.push(error(place, 'imports a computed address, which no rule can follow'));
          continue;
        }
        for (const rule of rules) {
          if ((rule.typesToo || !typeOnly) && rule.forbids(file, target, names)) {
            findings.push(error(place, `imports ${target}: ${rule.because}`));
          }
        }
      }
      graph.set(
        file,
        imports.flatMap(({ target, typeOnly, lazy }) =>
          target === null || typeOnly || lazy ? [] : [target],
        ),
      );
    }),
  );
  for (const cycle of cycles(graph)) {
    findings.push(error(cycle[0] ?? '', `import cycle: ${cycle.join(' -> ')}`));
  }
  return findings;
};
