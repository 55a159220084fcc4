import { install, run } from './toolchain.mjs';

install();
await run('build.ts');
