/**
 * Files that lie outside of the data folder, where the user chose or an operating system looks. Others may write there
 * too, and the place may not answer: a new file is made where nothing is, an older one is replaced by it, no link is
 * followed that another may have set, pipes and devices are left alone, and every step has its time.
 */
export { codeOf, endProcess, requirePossible, within } from './bounded.ts';
export {
  persistently,
  persistentlySync,
  removeSoon,
  rename,
  renameSync,
  rm,
  rmdir,
  rmSync,
} from './persistently.ts';
export { partsOf, readPlain } from './reading.ts';
export {
  bareEntry,
  entryAt,
  isPlaceProblem,
  makeFolders,
  makeMissing,
  removeFile,
  renameFile,
  replaceBy,
  replaceFile,
  requireOwnWay,
  writeNew,
} from './writing.ts';
