import { install, run } from './toolchain.mjs';

await install();
await run('../test/pictures/take.ts');
