import { rmSync } from 'node:fs';

/**
 * Removes a temporary folder when the process ends. Files that Chromium still has open stay on Windows: nothing can
 * wait any more, and an error would be shown as a crash.
 */
export function removeAtExit(folder: string): void {
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (cause) {
      process.stderr.write(
        `${folder}: ${cause instanceof Error ? cause.message : 'not removed'}\n`,
      );
    }
  });
}
