export { readCommandLine } from './command-line.ts';
export { runMoveWindow, showMove } from './move-window/index.ts';
export { prepareElectron, runElectron } from './run.ts';
export { refuseToStart, showStartFailure } from './start-messages.ts';
export { startUtilityProcess } from './utility-process.ts';
