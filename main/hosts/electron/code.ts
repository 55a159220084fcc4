import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Script } from 'node:vm';

/** Returns a CommonJS file's text as a function; V8's cache is valid for this text only. */
export const wrapCommonJs = (text: string): string =>
  `(function (exports, require, module, __filename, __dirname) {${text}\n});`;

/** Folder of V8's code cache, relative to the entry's folder. */
export const cacheFolder = 'compiled';

/** How the loaded files were compiled. */
export interface CodeRead {
  files: number;
  /** Number loaded from V8's code cache in the package. */
  compiled: number;
  /** Number of rejected caches: of other code, another V8, or other V8 settings. */
  refused: number;
}

/**
 * Loads main's code, which is CommonJS for this: only a script can use V8's code cache. The cache is in the package
 * beside the code, with the same protection (scripts/package/code-cache); without it everything is compiled as usual.
 * @param entry a built file; those that it requires are below the same folder
 * @param given modules that are neither Node's own nor in that folder
 * @returns the entry's exports
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
    const script = new Script(wrapCommonJs(text.toString()), {
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
 * Returns the stored form of V8's cache of a file: V8 checks only the text's length, and would run the old code for a
 * changed file.
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
