import { install, run } from './toolchain.mjs';

await install();
await run('check/patterns/note.ts');
