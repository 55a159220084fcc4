import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheOf, wrapCommonJs } from '../../../main/hosts/electron/code.ts';
import { root } from '../../toolchain.mjs';

const maker = join(root, 'scripts/package/code-cache/maker');
/**
 * Where electron-builder takes what was made from, below a folder for each system (electron-builder.yml): of this run
 * alone, since several packages may be made of one build at once.
 */
export const compiledFolder = `dist/.compiled/${process.pid}`;
/** Timeout for an Electron to compile two megabytes, ms. */
const longest = 60_000;

/** A file of main's code, with V8's cache of it. */
interface Compiled {
  readonly source: string;
  readonly cache: string;
}

/**
 * Lets an Electron compile main's code for its package: the same code gives the same bytes.
 * @param binary an Electron that runs here, before the app is added
 * @param code the folder of the built code
 * @param output stays unchanged if nothing can be made
 * @returns the obstacle; null if it was made
 */
export function makeCodeCache(binary: string, code: string, output: string): string | null {
  const work = mkdtempSync(join(tmpdir(), 'compute-desk-code-'));
  try {
    const files = readdirSync(code, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.cjs'))
      .sort();
    const list = files.map((file, at): Compiled => {
      const source = join(work, `${at}.cjs`);
      writeFileSync(source, wrapCommonJs(readFileSync(join(code, file), 'utf8')));
      return { source, cache: join(work, `${at}.bin`) };
    });
    const why = runMaker(binary, work, list);
    if (why !== null) return why;
    for (const [at, { cache }] of list.entries()) {
      const to = join(output, `${files[at]}.bin`);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, cacheOf(readFileSync(join(code, files[at] ?? '')), readFileSync(cache)));
    }
    return null;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function runMaker(binary: string, work: string, list: readonly Compiled[]): string | null {
  const named = join(work, 'list.json');
  writeFileSync(named, JSON.stringify(list));
  // It shows nothing and loads no page, so nothing needs isolation.
  const switches = ['--no-sandbox', '--headless', '--ozone-platform=headless', '--disable-gpu'];
  const ran = spawnSync(binary, [...switches, `--user-data-dir=${join(work, 'data')}`, maker], {
    encoding: 'utf8',
    timeout: longest,
    env: { ...process.env, COMPUTE_DESK_CODE: named },
  });
  if (list.every(({ cache }) => existsSync(cache))) return null;
  return ran.error?.message ?? `${ran.signal ?? ran.status}: ${ran.stderr.trim().slice(-400)}`;
}
