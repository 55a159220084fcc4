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
  /** Built names carry a content hash, so they may be kept for good. */
  readonly immutable: boolean;
  read(): Promise<Buffer>;
}

/**
 * The built renderer as an allow list of URL paths: what was not there at start does not exist, so no
 * path can climb out of the folder.
 */
export async function listStaticFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  await listInto(files, folder, '/');
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}

/** Folder by folder: Electron's own listing of all folders below asks its archives about each file. */
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

/** What the page's own text names: its first program and style, and what that program imports at once. */
const namedInPage = /(?:src|href)="\.(\/[^"]+)"/g;

/**
 * Reads the page and what its text names before anybody asks, each for its first reader: while the core is loaded, a
 * file that is only then read from the disk waits for the end of that.
 */
export async function readFirstAhead(
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
