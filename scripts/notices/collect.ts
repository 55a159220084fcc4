import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** A plugin's list of the files in a module that it creates. */
export interface MadeOf {
  readonly madeOf: readonly string[];
}

/**
 * Records the files actually in a build: modules of which something is left, styles, and assets; and the sources of
 * such a module if a plugin lists them (`MadeOf`).
 * @param files where they are recorded, also for builds inside this one
 * @param list written at the end: a JSON array of modules' ids and assets' paths; only for a build into its folder, so
 * that another one with these plugins (a bench's, a test's) is not mistaken for the shipped one
 */
export function noteFiles(files: Set<string>, list?: string): Plugin {
  let root = '';
  return {
    name: 'note-files',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const madeOf = (id: string): readonly string[] =>
          ((this.getModuleInfo(id)?.meta ?? {}) as Partial<MadeOf>).madeOf ?? [];
        for (const part of Object.values(bundle)) {
          const own =
            part.type === 'asset'
              ? part.originalFileNames.map((file) => resolve(root, file))
              : modulesOf(part).flatMap((id) => [id, ...madeOf(id)]);
          for (const file of own) files.add(file);
        }
      },
    },
    writeBundle({ dir }) {
      if (list === undefined || !resolve(dir ?? '').startsWith(dirname(list) + sep)) return;
      mkdirSync(dirname(list), { recursive: true });
      writeFileSync(list, JSON.stringify([...files].sort()));
    },
  };
}

/** Returns those of which something is left. */
function modulesOf({ modules }: Rolldown.OutputChunk): string[] {
  return Object.entries(modules)
    .filter(([id, { renderedLength }]) => renderedLength > 0 || /\.css(\?|$)/.test(id))
    .map(([id]) => id);
}
