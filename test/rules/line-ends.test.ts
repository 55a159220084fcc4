import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';

/** How Git sees each file: its line ends in the repository, and what `.gitattributes` says of it. */
const listed = spawnSync('git', ['ls-files', '--eol', '-z'], { cwd: root, encoding: 'utf8' });
const inGit = listed.status === 0;
if (!inGit) console.log('skipped: the line ends of all files (this is no checkout)');

test.skipIf(!inGit)('a checkout has the same files on every system', () => {
  const files = listed.stdout.split('\0').filter((line) => line !== '');
  expect(files.length).toBeGreaterThan(1000);
  const odd = files.filter((line) => {
    const isBinary = /^i\/-text /.test(line);
    // Git guesses what is binary: what is, is named
    if (isBinary) return !/ attr\/-text /.test(line);
    return !/^i\/(?:lf|none) /.test(line) || !/ attr\/text=auto eol=lf/.test(line);
  });
  expect(odd).toEqual([]);
});

test('text is checked out as it is in the repository', () => {
  const lines = readFileSync(join(root, '.gitattributes'), 'utf8').split('\n');
  expect(lines).toContain('* text=auto eol=lf');
});
