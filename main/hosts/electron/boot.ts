import { fileURLToPath } from 'node:url';
import * as electron from 'electron';
import { type CodeRead, readCode } from './code.ts';

/** The exports of the built main/electron.ts. */
interface Host {
  start(code: CodeRead): Promise<void>;
}

/** Electron's entry point, built as dist/main/electron.js: loads the built main/electron.ts and starts it. */
const entry = fileURLToPath(new URL('./electron.cjs', import.meta.url));
const { exported, code } = readCode<Host>(entry, { electron });

// Awaited: Electron becomes ready only after everything that must be set before.
await exported.start(code);
