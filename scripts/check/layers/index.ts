import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '../files.ts';
import { type Checker, error, type Finding } from '../finding.ts';
import { cycles } from './cycles.ts';
import { type Import, importsOf } from './imports.ts';
import { rules } from './rules.ts';

/** Who may import whom in what ships: main, preload and renderer. */
export const layers: Checker = async (root) => {
  const shipped = await filesBelow(root, ['main', 'preload', 'renderer'], ['.ts', '.tsx']);
  const files = shipped.filter((file) => !file.endsWith('/vite.config.ts'));
  const parsed = await Promise.all(
    files.map(async (file) => ({
      file,
      imports: importsOf(file, await readFile(join(root, file), 'utf8')),
    })),
  );
  const findings = parsed.flatMap(({ file, imports }) =>
    imports.flatMap((one) => broken(file, one)),
  );
  const graph = new Map(parsed.map(({ file, imports }) => [file, loadedWith(imports)]));
  for (const cycle of cycles(graph)) {
    findings.push(error(cycle[0] ?? '', `import cycle: ${cycle.join(' -> ')}`));
  }
  return findings;
};

function broken(file: string, { target, typeOnly, names, line }: Import): Finding[] {
  const place = `${file}:${line}`;
  if (target === null) {
    return [error(place, 'imports a computed address, which no rule can follow')];
  }
  return rules
    .filter((rule) => (rule.typesToo || !typeOnly) && rule.forbids(file, target, names))
    .map((rule) => error(place, `imports ${target}: ${rule.because}`));
}

/** What is loaded before a module runs. */
function loadedWith(imports: readonly Import[]): string[] {
  return imports.flatMap(({ target, typeOnly, lazy }) =>
    target === null || typeOnly || lazy ? [] : [target],
  );
}
