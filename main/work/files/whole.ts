import { largestWhole } from '../../../preload/contract/work/file-limits.ts';
import type { FileOperations, FileStreams } from '../operations/types.ts';
import { requireSize } from './local.ts';
import { splitPath } from './paths.ts';

/** Files of an API that gives and takes them as a whole only. */
export function wholeStreams(files: FileOperations): FileStreams {
  return {
    async read(machine, path, begin, _, signal) {
      const bytes = await files.read(machine, path, largestWhole, signal);
      const take = await begin({ from: 0, size: bytes.length, mark: null });
      await take(bytes);
    },
    async write(machine, path, content, how, signal) {
      requireSize(splitPath(path).name, content.size);
      const parts: Uint8Array[] = [];
      for await (const piece of content.pieces()) parts.push(piece);
      await files.write(machine, path, Buffer.concat(parts), how, signal);
    },
  };
}
