import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exceedsDepth, parseJson } from '../../common/texts/json.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { refuseNewerFile } from '../base/files/newer-format.ts';

const name = 'settings.json';
/** The file contains the number from 2 on. */
const newest = 1;
const largest = 1024 * 1024;
/** Deeper than any setting; the file's reader and writer recurse. */
const deepest = 32;

/**
 * Checks the settings file before the store opens it, which would overwrite an unusable one.
 * @returns its contents
 * @throws AppError `settings-damaged` if it is no JSON object, too large or too deep, `data-newer` if a newer version
 * of the app wrote it; it stays unchanged
 */
export function checkSettingsFile(dataFolder: string): Readonly<Record<string, unknown>> {
  const file = join(dataFolder, name);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return {};
  try {
    if (size > largest) throw new Error(`${size} bytes`);
    const text = readFileSync(file, 'utf8');
    if (exceedsDepth(text, deepest)) throw new Error('too deep');
    const value = parseJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error('no object');
    }
    refuseNewerFile(name, value, 'format', newest);
    return { ...value };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('settings-damaged', { details: { name }, cause });
  }
}
