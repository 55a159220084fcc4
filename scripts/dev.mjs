import { install, run } from './toolchain.mjs';

install();
await run('dev/index.ts');
