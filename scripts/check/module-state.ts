import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error } from './finding.ts';

/** Caches and worker state: the same for every caller, in every app of the process. */
const allowed: Readonly<Record<string, string>> = {
  'main/base/x509/reader/hashes/sha512.ts': 'constants, worked out when they are first needed',
  'main/base/x509/reader/hashes/wasm-kernel.ts': 'compiled code, by what it is compiled of',
  'main/base/network/facts.ts': 'what was seen of a connection, for as long as its socket is there',
  'main/base/outside/timeout.ts': 'what the threads of this process wait for',
  'common/texts/duration.ts': 'formatters, by language and unit',
  'preload/index.ts': 'a page has one preload script',
};

const state =
  /^(?:export )?(?:let \w+|const \w+(?:: [^=\n]+)? = new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\);)/gm;

/** Two apps in one process share nothing: state in a module must be a listed cache. */
export const moduleState: Checker = async (root) => {
  const files = await filesBelow(root, ['common', 'main', 'preload'], ['.ts']);
  const found = await Promise.all(
    files
      .filter((file) => !Object.hasOwn(allowed, file))
      .map(async (file) => {
        const text = await readFile(join(root, file), 'utf8');
        return [...text.matchAll(state)].map(({ index }) =>
          error(
            `${file}:${lineOf(text, index)}`,
            'a module keeps state: it belongs to what createX gives',
          ),
        );
      }),
  );
  return found.flat();
};
