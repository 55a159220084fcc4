import { install, run } from './toolchain.mjs';

await install();
await run('mcp-conformance.ts');
