export { choiceFile } from './merge.ts';
export { forgetRestores, restoreFolders, restoreWaits } from './restore.ts';
