import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFilter, type IgnoreFile } from '../../../../renderer/attachments/taking/glob.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { rounds } from '../../../support/processes/rounds.ts';

const name = fc.constantFrom('a', 'b', 'src', 'out', 'a.log', 'b.log', 'x y', 'ü.txt', 'A');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '!'),
    fc.constantFrom('', '/', '**/'),
    fc.array(
      fc.oneof(name, fc.constantFrom('*', '*.log', '?', '**', '[ab]', 'a*', '\\a', '[!a].log')),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom('', '', '/', '/**', ' '),
  )
  .map(([not, start, names, end]) => `${not}${start}${names.join('/')}${end}`);
const text = fc
  .array(fc.oneof(pattern, fc.constantFrom('', '# comment')), { maxLength: 5 })
  .map((lines) => lines.join('\n'));

/** A place where git says what it would leave out. */
function repository() {
  const folder = testFolder();
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['config', 'core.excludesFile', join(folder, 'none')], { cwd: folder });
  execFileSync('git', ['config', 'core.ignoreCase', 'false'], { cwd: folder });
  return (ignoreFiles: readonly IgnoreFile[], paths: readonly string[]): string[] => {
    execFileSync('git', ['clean', '-dffxq'], { cwd: folder });
    for (const { folder: inside, text } of ignoreFiles) {
      const file = join(folder, inside, '.gitignore');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const asked = spawnSync('git', ['check-ignore', '--no-index', '--stdin', '-z'], {
      cwd: folder,
      input: paths.join('\0'),
      encoding: 'utf8',
    });
    if (asked.status !== 0 && asked.status !== 1) throw new Error(asked.stderr);
    return asked.stdout.split('\0').filter((one) => one !== '');
  };
}

test('.gitignore files are read as git reads them', () => {
  const ask = repository();
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
      text,
      fc.option(fc.record({ folder: fc.constantFrom('src', 'a', 'src/a'), text })),
      (listed, root, deeper) => {
        // A path is a file or a folder, not both.
        const paths = listed.filter(
          (one) =>
            !listed.some((other) => other.startsWith(`${one}/`)) && !/^(src|a|src\/a)$/.test(one),
        );
        const ignoreFiles = [{ folder: '', text: root }, ...(deeper === null ? [] : [deeper])];
        const filter = createFilter({ include: [], exclude: [], ignoreFiles });
        expect(paths.filter((one) => !filter(one)).sort()).toEqual(ask(ignoreFiles, paths).sort());
      },
    ),
    { numRuns: rounds(60, 2000) },
  );
});
