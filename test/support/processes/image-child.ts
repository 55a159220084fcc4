import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Puts what `newBytes` are in the place of the file of argv[2], and kills itself before the step whose number is argv[3]: a
 * piece that comes, or something that is asked of the file system. Prints how many steps there were where it came to the
 * end.
 */
const [path = '', last = '0'] = process.argv.slice(2);
let steps = 0;
function step(): void {
  steps += 1;
  if (steps === Number(last)) process.kill(process.pid, 'SIGKILL');
}

function watch(of: object, names: readonly string[]): void {
  const all = of as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const real = all[name];
    if (real === undefined) throw new Error(name);
    all[name] = function (this: unknown, ...args) {
      step();
      return real.apply(this, args);
    };
  }
}

const handle = await promises.open(path);
watch(Object.getPrototypeOf(handle), ['stat', 'chmod', 'sync']);
watch(promises, ['open', 'lstat', 'rename', 'rm']);
syncBuiltinESMExports();
const { identityOf, replaceImage } = await import('../../../main/settings/updates/image.ts');
const { newBytes } = await import('../worlds/new-bytes.ts');

async function* pieces(): AsyncGenerator<Buffer> {
  for (let at = 0; at < newBytes.length; at += 100_000) {
    step();
    yield newBytes.subarray(at, at + 100_000);
  }
}
steps = 0;
await replaceImage(path, identityOf(path), pieces());
process.stdout.write(String(steps));
