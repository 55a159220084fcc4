// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { maxFiles, walk } from '../../../renderer/attachments/taking/folder.ts';

type Folder = FileSystemDirectoryEntry;

function fileEntry(path: string, text = 'x'): FileSystemEntry {
  const name = path.split('/').at(-1);
  const file = { name, slice: () => ({ text: async () => text }) };
  const entry = { isFile: true, isDirectory: false, name, fullPath: path };
  return { ...entry, file: (found: (file: unknown) => void) => found(file) } as never;
}

/** A folder as the browser gives it: 100 entries at a time, made when they are asked for. */
function folder(path: string, below: () => Iterable<FileSystemEntry>): Folder {
  const createReader = () => {
    const entries = below()[Symbol.iterator]();
    return {
      readEntries(found: (entries: FileSystemEntry[]) => void) {
        const some: FileSystemEntry[] = [];
        for (let next = entries.next(); !next.done; next = entries.next()) {
          if (some.push(next.value) === 100) break;
        }
        queueMicrotask(() => found(some));
      },
    };
  };
  const name = path.split('/').at(-1);
  return { isFile: false, isDirectory: true, name, fullPath: path, createReader } as never;
}

const unreadable = (path: string): Folder =>
  ({
    ...{ isFile: false, isDirectory: true, name: path.split('/').at(-1), fullPath: path },
    createReader: () => ({
      readEntries: (_: unknown, failed: (error: DOMException) => void) =>
        failed(new DOMException('', 'NotReadableError')),
    }),
  }) as never;

test('a folder without a bottom is looked at so far, with the files that were found', async () => {
  const deeper = (path: string): Folder =>
    folder(path, () => [fileEntry(`${path}.txt`), deeper(`${path}/d`.slice(-60))]);
  const empty = (path: string): Folder => folder(path, () => [empty(path)]);
  for (const [top, files] of [
    [deeper('/a'), maxFiles - 1],
    [empty('/a'), 0],
  ] as const) {
    const pick = await walk([top]);
    expect(pick).toMatchObject({ cut: true, unreadable: 0 });
    expect(pick.files).toHaveLength(files);
  }
});

test('a folder with files without number is looked at so far', async () => {
  function* endless() {
    for (let count = 0; ; count += 1) yield fileEntry(`/a/${count}`);
  }
  const pick = await walk([folder('/a', endless)]);
  expect(pick.cut).toBe(true);
  expect(pick.files).toHaveLength(maxFiles);
});

test('what cannot be read of a folder is counted, and the rest is there', async () => {
  const gone = fileEntry('/a/gone.txt');
  Object.assign(gone, {
    file: (_: unknown, failed: (error: DOMException) => void) =>
      failed(new DOMException('', 'NotFoundError')),
  });
  const ignoring = fileEntry('/a/.gitignore', '*.log');
  const top = folder('/a', () => [fileEntry('/a/b.txt'), unreadable('/a/c'), gone, ignoring]);
  const pick = await walk([top]);
  expect(pick).toMatchObject({ name: 'a', cut: false, unreadable: 2 });
  expect(pick.files.map(({ name }) => name)).toEqual(['a/.gitignore', 'a/b.txt']);
  expect(pick.ignoreFiles).toEqual([{ folder: '', text: '*.log' }]);
});
