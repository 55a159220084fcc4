export { readCommandLine } from './command-line.ts';
export { prepareElectron, refuseToStart, runElectron, showStartFailure } from './run.ts';
export { startUtilityProcess } from './utility-process.ts';
