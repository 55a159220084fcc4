import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Moves the data folder named in argv[2], and kills itself before the step of the file system whose number is argv[3].
 * Prints how many steps there were where it came to the end.
 */
const [named = '', last = '0'] = process.argv.slice(2);
let steps = 0;
const watched = [
  ...['mkdirSync', 'openSync', 'writeSync', 'fsyncSync', 'closeSync', 'renameSync', 'rmSync'],
  ...['writeFileSync', 'readSync'],
] as const;
const all = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
for (const name of watched) {
  const real = all[name];
  if (real === undefined) throw new Error(name);
  all[name] = (...args) => {
    steps += 1;
    if (steps === Number(last)) process.kill(process.pid, 'SIGKILL');
    return real(...args);
  };
}
syncBuiltinESMExports();

const { settlePlace } = await import('../../main/hosts/data-place.ts');
const { mover } = await import('./mover.ts');
steps = 0;
await settlePlace(named, mover);
process.stdout.write(String(steps));
