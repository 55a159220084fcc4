import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesBelow } from './files.ts';
import { type Checker, error } from './finding.ts';

const features = 'renderer/features';
const tests = 'test/renderer';

/** Every feature has a test that opens the app over fakes of the contract and looks at it there. */
export const featureTests: Checker = async (root) => {
  const ids = new Set(
    (await filesBelow(root, [features], ['.ts', '.tsx'])).map((file) =>
      file.split('/').slice(2, 4).join('/'),
    ),
  );
  const drawn = new Set<string>();
  const files = await filesBelow(root, [tests], ['.ts', '.tsx']);
  for (const file of files.filter((one) => one.endsWith('.test.tsx'))) {
    const [, id] = /^test\/renderer\/([^/]+\/[^/.]+)(?:\.test\.tsx$|\/)/.exec(file) ?? [];
    if (id === undefined || drawn.has(id)) continue;
    if (await opensApp(root, file, files)) drawn.add(id);
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

/** Directly, or through a file beside it. */
async function opensApp(root: string, file: string, files: readonly string[]): Promise<boolean> {
  const text = await readFile(join(root, file), 'utf8');
  if (/\bopenApp\(/.test(text)) return true;
  const beside = [...text.matchAll(/from '\.\/([\w-]+\.tsx?)'/g)]
    .map(([, name]) => `${dirname(file)}/${name}`)
    .filter((one) => files.includes(one));
  const texts = await Promise.all(beside.map((one) => readFile(join(root, one), 'utf8')));
  return texts.some((one) => /\bopenApp\(/.test(one));
}
