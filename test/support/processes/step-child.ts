import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Does what argv[2] says (`move`, `restore`) with the data folder of argv[3], and kills itself before the step of the file
 * system whose number is argv[4]. Prints how many steps there were where it came to the end.
 */
const [what = '', folder = '', last = '0'] = process.argv.slice(2);
let steps = 0;
const watched = [
  ...[
    'mkdirSync',
    'openSync',
    'writeSync',
    'fsyncSync',
    'closeSync',
    'renameSync',
    'rmSync',
    'copyFileSync',
  ],
  ...['writeFileSync', 'readSync'],
] as const;
type Functions = Record<string, (...args: unknown[]) => unknown>;
function watch(all: Functions, names: readonly string[]): void {
  for (const name of names) {
    const real = all[name];
    if (real === undefined) throw new Error(name);
    all[name] = (...args) => {
      steps += 1;
      if (steps === Number(last)) process.kill(process.pid, 'SIGKILL');
      return real(...args);
    };
  }
}
watch(fs as unknown as Functions, watched);
watch(fs.promises as unknown as Functions, ['open', 'rename', 'unlink']);
syncBuiltinESMExports();

const { resolveDataFolder } = await import('../../../main/hosts/data-place.ts');
const { applyRestore } = await import('../../../main/base/storage/parts/restore.ts');
const { openSqlite, requireFree } = await import('../../../main/base/storage/sqlite.ts');
const { mover } = await import('../files/mover.ts');
steps = 0;
if (what === 'move') await resolveDataFolder(folder, mover);
else {
  const file = `${folder}/compute-desk.sqlite`;
  applyRestore(file, requireFree, (one) => openSqlite(one).close());
}
process.stdout.write(String(steps));
