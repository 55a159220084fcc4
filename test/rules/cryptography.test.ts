import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';

/** What of node:crypto hides nothing and proves nothing: random bytes, names, certificates that are looked at. */
const others =
  /^(?:randomBytes|randomUUID|timingSafeEqual|X509Certificate|KeyObject|createP\w+Key)$/;

/** Whether a file encrypts, signs, derives or hashes. */
function isCryptography(text: string): boolean {
  if (/\bcrypto\.subtle\b/.test(text)) return true;
  return [...text.matchAll(/^import (type )?(.*?) from 'node:crypto';$/gms)].some(
    ([, type, names = '']) => {
      if (type !== undefined) return false;
      if (!names.startsWith('{')) return true;
      return names
        .slice(1, -1)
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .some((name) => !others.test(name.replace(/ as .*/, '')));
    },
  );
}

/** Files that the list does not have, and places of the list without any. */
function compare(files: ReadonlyMap<string, string>, places: readonly string[]) {
  const found = [...files].filter(([, text]) => isCryptography(text)).map(([file]) => file);
  const isAt = (file: string, place: string) =>
    place.endsWith('/') ? file.startsWith(place) : file === place;
  return {
    unlisted: found.filter((file) => !places.some((place) => isAt(file, place))),
    empty: places.filter((place) => !found.some((file) => isAt(file, place))),
  };
}

test('every file that encrypts, signs, derives or hashes stands in the list of security.md', () => {
  // the demo's protects nothing
  const names = globSync('{common,main,preload,renderer}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.startsWith('main/demo/'));
  const files = new Map(names.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const [, section = ''] = page.split('\n## Cryptography\n');
  const rows = (section.split('\n## ', 1)[0] ?? '').split('\n');
  const places = rows.flatMap((row) =>
    (row.split(' | ').at(-1) ?? '').match(/(?:main|preload|renderer)\/[\w./-]+[\w/]/g),
  );
  const listed = places.filter((place) => place !== null);
  expect(listed.length).toBeGreaterThan(15);
  expect(listed.filter((place) => !existsSync(join(root, place)))).toEqual([]);
  expect(compare(files, listed)).toEqual({ unlisted: [], empty: [] });
});

test('one that is not listed is named, and so is a place without any', () => {
  const files = new Map([
    ['main/a.ts', "import { randomUUID } from 'node:crypto';"],
    ['main/b.ts', "import {\n  randomBytes,\n  createCipheriv as seal,\n} from 'node:crypto';"],
    ['main/c/d.ts', "import * as all from 'node:crypto';"],
    ['main/c/e.ts', "import type { Hash } from 'node:crypto';"],
    ['renderer/f.ts', 'await crypto.subtle.sign(key, text);'],
  ]);
  expect(compare(files, ['main/c/', 'main/a.ts'])).toEqual({
    unlisted: ['main/b.ts', 'renderer/f.ts'],
    empty: ['main/a.ts'],
  });
});
