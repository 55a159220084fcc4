import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test('nothing is given to a shell: no exec, no option for one, no shell by its name', async () => {
  const tree = emptyTree();
  tree.write('main/a.ts', "import { exec } from 'node:child_process';\nexec('ls');\n");
  tree.write('main/b.ts', "import * as all from 'child_process';\nall.execSync('ls');\n");
  tree.write(
    'preload/c.ts',
    "import { spawn } from 'node:child_process';\nspawn('ls', [], { shell: true });\n",
  );
  tree.write(
    'scripts/start/d.ts',
    "import { spawnSync } from 'node:child_process';\nconst shell = '/bin/bash';\nspawnSync(shell, ['-c', 'ls'], { shell });\n",
  );
  tree.write('scripts/start.ts', "const all = await import('node:child_process');\n");
  tree.write(
    'main/e.ts',
    "import { spawn } from 'node:child_process';\nspawn('cmd.exe', ['/c']);\n",
  );
  expect((await tree.errors('programs')).sort()).toEqual([
    'main/a.ts:1: exec of child_process: use spawn or execFile',
    'main/b.ts:1: all of child_process: use spawn or execFile',
    'main/e.ts:2: cmd.exe is a shell',
    'preload/c.ts:2: shell: programs are started by themselves',
    'scripts/start.ts:1: child_process is imported by its names only',
    'scripts/start/d.ts:2: /bin/bash is a shell',
    'scripts/start/d.ts:3: shell: programs are started by themselves',
  ]);
});

test('programs with a list of arguments are fine, and what only builds may do as it likes', async () => {
  const tree = emptyTree();
  tree.write(
    'main/a.ts',
    "import { type ChildProcess, execFile, spawn } from 'node:child_process';\nspawn('xdg-open', ['x'], { shell: false });\nexport const b = (c: ChildProcess) => execFile('d', [String(c.pid)]);\n",
  );
  tree.write('main/b.ts', "import { shell } from 'electron';\nexport const all = { shell };\n");
  tree.write('scripts/package/c.ts', "import { exec } from 'node:child_process';\nexec('ls');\n");
  expect(await tree.errors('programs')).toEqual([]);
});
