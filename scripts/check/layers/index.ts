import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '../files.ts';
import { type Checker, error, type Finding } from '../finding.ts';
import { cycles, folderCycles } from './cycles.ts';
import { type Import, importsOf } from './imports.ts';
import { withoutFloorInMain } from './main.ts';
import { withoutFloor } from './renderer.ts';
import { rules } from './rules.ts';
import { startFindings } from './start.ts';

/** Allowed imports in shipped code: main, preload and renderer. */
export const layers: Checker = async (root) => {
  const shipped = await filesBelow(
    root,
    ['common', 'main', 'preload', 'renderer'],
    ['.ts', '.tsx'],
  );
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
  const excepted = parsed.find(({ file }) => file === computed);
  if (excepted?.imports.every(({ target }) => target !== null)) {
    findings.push(error(computed, 'is excepted from the rule on computed addresses without need'));
  }
  for (const file of files) {
    const message = withoutFloor(file) ?? withoutFloorInMain(file);
    if (message !== null) findings.push(error(file, message));
  }
  findings.push(...startFindings(new Map(parsed.map(({ file, imports }) => [file, imports]))));
  const graph = new Map(parsed.map(({ file, imports }) => [file, targetsOf(imports)]));
  for (const cycle of cycles(graph)) {
    findings.push(error(cycle[0] ?? '', `import cycle: ${cycle.join(' -> ')}`));
  }
  for (const { folder, names, files: by } of folderCycles(graph)) {
    findings.push(
      error(folder, `folders in a circle: ${names.join(' -> ')} (by ${by.join(', ')})`),
    );
  }
  return findings;
};

/** Imports a file that the build writes beside the page, which no rule covers. */
const computed = 'renderer/features/settings/settings/notices.ts';

function broken(file: string, { target, typeOnly, names, line }: Import): Finding[] {
  const place = `${file}:${line}`;
  if (target === null) {
    if (file === computed) return [];
    return [error(place, 'imports a computed address, which no rule can follow')];
  }
  return rules
    .filter((rule) => (rule.typesToo || !typeOnly) && rule.forbids(file, target, names))
    .map((rule) => error(place, `imports ${target}: ${rule.because}`));
}

/** Types and late imports count: a reader of one file needs the other. */
function targetsOf(imports: readonly Import[]): string[] {
  return imports.flatMap(({ target }) => (target === null ? [] : [target]));
}
