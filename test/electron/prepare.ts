import { findRuntime } from './support/runtime.ts';

/** npm run prepare-runtime: makes the test runtime where nothing better is there, and says what it is. */
const runtime = await findRuntime();
console.log(`Electron ${runtime.version} from ${runtime.source}: ${runtime.folder}`);
