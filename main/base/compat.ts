import { isBuiltin } from 'node:module';

/**
 * Whether this is Electron 33 (Node 20.18), on which only the tests run the app. It lacks `node:sqlite`, zstd and the
 * computer's certificate authorities. To end the support, delete this file and what the compiler names then.
 */
export const isElectron33 = !isBuiltin('node:sqlite');
