export { readCommandLine } from './command-line.ts';
export { runMoveWindow, showMove } from './moving/index.ts';
export { prepareElectron, refuseToStart, runElectron, showStartFailure } from './run.ts';
export { startUtilityProcess } from './utility-process.ts';
