import { install, run } from './toolchain.mjs';

install();
await run('../test/pictures/take.ts');
