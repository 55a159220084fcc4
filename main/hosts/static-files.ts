import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoring } from '../../common/ignoring.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export interface StaticFile {
  readonly type: string;
  /** Built names contain a content hash, so they may be cached forever. */
  readonly immutable: boolean;
  read(): Promise<Buffer>;
}

/**
 * Returns the built renderer as an allow list of URL paths: files that did not exist at the start are not served, so no
 * path can leave the folder.
 */
export async function listStaticFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  await listInto(files, folder, '/');
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}

/** Lists folder by folder: Electron's own recursive listing asks its archives about each file. */
async function listInto(
  files: Map<string, StaticFile>,
  folder: string,
  above: string,
): Promise<void> {
  const below: Promise<void>[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    const path = above + name;
    if (entry.isDirectory()) below.push(listInto(files, join(folder, name), `${path}/`));
    const type = types[name.slice(name.lastIndexOf('.'))];
    if (!entry.isFile() || type === undefined) continue;
    const read = () => readFile(join(folder, name));
    files.set(path, { type, immutable: path.startsWith('/assets/'), read });
  }
  await Promise.all(below);
}

/** Files named in the page's own text: its first program and style, and that program's imports. */
const namedInPage = /(?:src|href)="\.(\/[^"]+)"/g;

/**
 * Reads the page and the files in its text before they are requested, each for its first reader: while the core loads,
 * a file read only then would wait until loading ends.
 */
export async function preloadFirstFiles(
  files: ReadonlyMap<string, StaticFile>,
): Promise<ReadonlyMap<string, StaticFile>> {
  const index = files.get('/');
  if (index === undefined) return files;
  const page = await index.read();
  const ahead = new Map(files);
  ahead.set('/', keptOnce(index, Promise.resolve(page)));
  for (const [, path = ''] of page.toString().matchAll(namedInPage)) {
    const file = files.get(path);
    if (file !== undefined) ahead.set(path, keptOnce(file, file.read()));
  }
  return ahead;
}

function keptOnce(file: StaticFile, read: Promise<Buffer>): StaticFile {
  let kept: Promise<Buffer> | null = read;
  void ignoring('whoever asks for the file sees it', read);
  return {
    ...file,
    read() {
      const now = kept ?? file.read();
      kept = null;
      return now;
    },
  };
}
