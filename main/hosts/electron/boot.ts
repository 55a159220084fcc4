import { fileURLToPath } from 'node:url';
import * as electron from 'electron';
import { type CodeRead, readCode } from './code.ts';

/** What the built main/electron.ts exports. */
interface Host {
  start(code: CodeRead): Promise<void>;
}

/** What Electron begins with, built as dist/main/electron.js: it reads the built main/electron.ts, and starts it. */
const entry = fileURLToPath(new URL('./electron.cjs', import.meta.url));
const { exported, code } = readCode<Host>(entry, { electron });

// Awaited: Electron is not ready before what must be said until then.
await exported.start(code);
