/**
 * Files outside of the data folder, at places that the user chose or an operating system uses. Others may write there
 * too, and the place may not answer: a new file is created only where nothing is, an existing one is replaced by it,
 * links that another may have set are not followed, pipes and devices are left alone, and every step has a timeout.
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
