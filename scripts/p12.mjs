import { install, run } from './toolchain.mjs';

await install();
await run('p12.ts');
