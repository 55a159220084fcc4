import { install, run } from './toolchain.mjs';

install();
await run('p12.ts');
