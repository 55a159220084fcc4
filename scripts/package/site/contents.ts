import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Notice, noticesOf } from '../../notices/make.ts';
import { root } from '../../toolchain.mjs';

/** The app in a package. */
export type App = 'desktop' | 'web';

const inBoth = ['renderer', 'storage', 'certificates', 'maintenance', 'descriptions', 'demo'];
const own = { desktop: ['preload', 'electron', 'boot'], web: ['web'] } as const;

const listOf = (name: string): string => join(root, 'dist', `.${name}.files.json`);

/** Returns the third-party parts in an app's builds, as the build recorded them. */
export function contentsOf(app: App): readonly Notice[] {
  const files = [...inBoth, ...own[app]].flatMap(
    (name) => JSON.parse(readFileSync(listOf(name), 'utf8')) as string[],
  );
  return noticesOf(files, root);
}
