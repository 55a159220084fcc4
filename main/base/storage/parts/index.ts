// for main, whose runtime may have no SQLite: only the worker opens a database
export {
  discardRestores,
  findReplaced,
  hasPendingRestore,
  partsFile,
  restoreFolders,
  undoRestore,
} from './pending.ts';
