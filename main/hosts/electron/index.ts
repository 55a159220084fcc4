export { readCommandLine } from './command-line.ts';
export { prepareElectron, runElectron, showStartFailure } from './run.ts';
export { startUtilityProcess } from './utility-process.ts';
