/**
 * Files outside of the data folder, at places that the user chose or an operating system uses. Others may write there
 * too, and the place may not answer: a new file is created only where nothing is, an existing one is replaced by it,
 * links that another may have set are not followed, pipes and devices are left alone, and every step has a timeout.
 */

export { createPartial } from './partial.ts';
export { readPieces, readPlain } from './read.ts';
export {
  removeEventually,
  rename,
  renameSync,
  rm,
  rmdir,
  rmSync,
  withRetries,
  withRetriesSync,
} from './retries.ts';
export {
  codeOf,
  endProcess,
  requireValidPath,
  withTimeout,
} from './timeout.ts';
export {
  entryAt,
  entryWithoutTimeout,
  isPlaceProblem,
  makeFolders,
  makeFoldersWithoutTimeout,
  refusePlantedLinks,
  removeFile,
  renameFile,
  replaceFile,
  replaceWith,
  writeNew,
} from './write.ts';
