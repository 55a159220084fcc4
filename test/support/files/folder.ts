import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder of the running test, gone when it has finished. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
