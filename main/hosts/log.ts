import { mkdirSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../base/host.ts';
import { causeText } from '../base/log/cause-text.ts';
import { rename } from '../base/outside/index.ts';
import { redact } from '../base/redaction/index.ts';

const maxBytes = 2 * 1024 * 1024;

/** Maximum length of a logged text; cut twice, so that it cannot end in half a secret. */
const longestText = 20_000;
const redacted = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? redact(value.slice(0, 5 * longestText)).slice(0, longestText) : value;

/**
 * Opens the redacted log: JSON lines in `<data>/logs/main.log`, with one older file. Synchronous: while Chromium
 * starts, main's loop handles no completed reads.
 * @throws an error of the file system if its folder cannot be created
 */
export function openLog(dataFolder: string): Log & { close(): Promise<void> } {
  const folder = join(dataFolder, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'main.log');
  let size = 0;
  let last = stat(file).then(
    ({ size: bytes }) => {
      size = bytes;
    },
    () => undefined,
  );

  const write = (record: Record<string, unknown>): void => {
    const line = `${JSON.stringify({ at: new Date().toISOString(), ...record }, redacted)}\n`;
    last = last.then(async () => {
      try {
        if (size > maxBytes) {
          await rename(file, `${file}.1`);
          size = 0;
        }
        await appendFile(file, line, { mode: 0o600 });
        size += line.length;
      } catch (cause) {
        // The log's own failure has nowhere else to go.
        process.stderr.write(`log: ${causeText(cause)}\n`);
      }
    });
  };

  return {
    info: (event, facts) => write({ level: 'info', event, ...facts }),
    error: (event, cause, facts) =>
      write({ level: 'error', event, ...facts, cause: causeText(cause) }),
    close: () => last,
  };
}
