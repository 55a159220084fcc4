import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

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
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, StaticFile>();
  // Once a folder: for each of the files, Node's functions for paths would take longer than reading the list.
  const paths = new Map<string, string>();
  for (const entry of entries) {
    const { name, parentPath } = entry;
    const type = types[name.slice(name.lastIndexOf('.'))];
    if (!entry.isFile() || type === undefined) continue;
    const above = paths.get(parentPath) ?? pathOf(relative(folder, parentPath));
    paths.set(parentPath, above);
    const path = above + name;
    const read = () => readFile(join(parentPath, name));
    files.set(path, { type, immutable: path.startsWith('/assets/'), read });
  }
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}

/** @param folder a folder below, with the separators of the system; empty for the one that is listed */
function pathOf(folder: string): string {
  return folder === '' ? '/' : `/${folder.split(sep).join('/')}/`;
}
