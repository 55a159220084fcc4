// for main, whose runtime may have no SQLite: what opens a database is the worker's
export {
  choiceFile,
  forgetRestores,
  putBack,
  replacedIn,
  restoreFolders,
  restoreWaits,
} from './waiting.ts';
