import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsOf } from '../../notices/collect.ts';
import { type Notice, noticesOf } from '../../notices/make.ts';
import { root } from '../../toolchain.mjs';
import { reachedFrom } from '../web.ts';

/** Which of the two apps a package has. */
export type App = 'desktop' | 'web';

const inBoth = ['renderer', 'storage', 'certificates', 'maintenance', 'demo'];

const listOf = (name: string): string => join(root, 'dist', `.${name}.files.json`);

/** What of others is in the builds that an app is of, as the build has noted it; Electron's host is no part of the web's. */
export function contentsOf(app: App): readonly Notice[] {
  const whole = app === 'web' ? inBoth : [...inBoth, 'preload'];
  const main = partsOf(listOf('main'));
  const names =
    app === 'web' ? reachedFrom('web.js') : Object.keys(main).filter((name) => name !== 'web.js');
  const files = [
    ...whole.flatMap((name) => JSON.parse(readFileSync(listOf(name), 'utf8')) as string[]),
    ...names.flatMap((name) => main[name] ?? []),
  ];
  return noticesOf(files, root);
}
