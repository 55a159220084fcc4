import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from './files.ts';
import { type Checker, error } from './finding.ts';

const features = 'renderer/features';
const tests = 'test/renderer';

/** Every feature has a test that opens the app over fakes of the contract and looks at it there. */
export const featureTests: Checker = async (root) => {
  const ids = new Set(
    (await filesBelow(root, [features], ['.ts', '.tsx'])).map((file) => file.split('/')[2] ?? ''),
  );
  const drawn = new Set<string>();
  for (const file of await filesBelow(root, [tests], ['.ts', '.tsx'])) {
    const [, id] = /^test\/renderer\/([^/.]+)(?:\.test\.tsx$|\/)/.exec(file) ?? [];
    if (id === undefined || drawn.has(id)) continue;
    if (/\bopenApp\(/.test(await readFile(join(root, file), 'utf8'))) drawn.add(id);
  }
  return [...ids]
    .filter((id) => !drawn.has(id))
    .map((id) =>
      error(
        `${features}/${id}`,
        `no test draws it: ${tests}/${id}.test.tsx, or one in ${tests}/${id}/, calls openApp(…)`,
      ),
    );
};
