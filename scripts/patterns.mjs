import { install, run } from './toolchain.mjs';

install();
await run('check/patterns/note.ts');
