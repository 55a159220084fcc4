import { rmSync } from 'node:fs';

/**
 * Removes a temporary folder when the process ends. Where Chromium still has files of it open, which Windows does not
 * remove, they stay: nothing can wait any more, and an error would be shown as a crash.
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
