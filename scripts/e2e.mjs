import { install, run } from './toolchain.mjs';

install();
process.argv.splice(2, 0, 'e2e');
await run('test.ts');
