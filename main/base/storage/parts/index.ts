// for main, whose runtime may have no SQLite: only the worker opens a database
export {
  choiceFile,
  forgetRestores,
  putBack,
  replacedIn,
  restoreFolders,
  restoreWaits,
} from './waiting.ts';
