import { install, run } from './toolchain.mjs';

install();
await run('package/run.ts');
