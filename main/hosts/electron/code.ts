import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Script } from 'node:vm';

/** A CommonJS file's text as the function that it is run as; what V8 made of it is good for this text alone. */
export const wrapped = (text: string): string =>
  `(function (exports, require, module, __filename, __dirname) {${text}\n});`;

/** Where what V8 made of a file lies, seen from the folder of the entry. */
export const cacheFolder = 'compiled';

/** How the files that were read so far were compiled. */
export interface CodeRead {
  files: number;
  /** Of them, those that V8 took ready from the package. */
  compiled: number;
  /** Those that were there and that were not taken: they are of other code, of another V8, or of one with other settings. */
  refused: number;
}

/**
 * Reads main's code, which is CommonJS for this: only a script can be given what V8 made of it before. That lies in the
 * package, beside the code and as well kept as it (scripts/package/code-cache); without it all is compiled as ever.
 * @param entry a built file, of which those that it requires lie below the same folder
 * @param given modules that are not Node's own and not of that folder
 * @returns what the entry exports
 */
export function readCode<T>(
  entry: string,
  given: Readonly<Record<string, unknown>>,
): { readonly exported: T; readonly code: CodeRead } {
  const folder = dirname(entry);
  const code: CodeRead = { files: 0, compiled: 0, refused: 0 };
  const modules = new Map<string, { exports: unknown }>();

  function scriptOf(file: string): Script {
    const text = readFileSync(file);
    const cache = readCache(join(folder, cacheFolder, `${relative(folder, file)}.bin`));
    const cachedData = cache === null ? null : madeOf(text, cache);
    const script = new Script(wrapped(text.toString()), {
      filename: file,
      ...(cachedData !== null && { cachedData }),
    });
    code.files += 1;
    if (cachedData !== null && script.cachedDataRejected === false) code.compiled += 1;
    else if (cache !== null) code.refused += 1;
    return script;
  }

  function run(file: string): unknown {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const here = dirname(file);
    const require = (id: string): unknown => {
      if (id.startsWith('.')) return run(join(here, id));
      if (Object.hasOwn(given, id)) return given[id];
      const own: unknown = process.getBuiltinModule(id);
      if (own === undefined) throw new Error(`${file} requires ${id}, which no package brings`);
      return own;
    };
    scriptOf(file).runInThisContext()(module.exports, require, module, file, here);
    return module.exports;
  }

  return { exported: run(entry) as T, code };
}

const digestLength = 32;
const digestOf = (text: Uint8Array): Buffer => createHash('sha256').update(text).digest();

/**
 * What V8 made of a file, as it is kept: V8 itself looks at the length of the text alone, and would run for a changed
 * file what the file was.
 * @param text the file, not wrapped
 */
export function cacheOf(text: Uint8Array, made: Uint8Array): Buffer {
  return Buffer.concat([digestOf(text), made]);
}

function madeOf(text: Uint8Array, cache: Buffer): Buffer | null {
  const isOfIt = cache.subarray(0, digestLength).equals(digestOf(text));
  return isOfIt ? cache.subarray(digestLength) : null;
}

function readCache(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    // None was packed, or this is no package.
    return null;
  }
}
