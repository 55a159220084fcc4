import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeeper, parseJson } from '../../common/texts/json.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { refuseNewerFile } from '../base/files/newer-format.ts';

const name = 'settings.json';
/** The number stands in the file from 2 on. */
const newest = 1;
const largest = 1024 * 1024;
/** Deeper than any setting is; what reads and writes the file goes down by recursion. */
const deepest = 32;

/**
 * Looks at the settings file before the store opens it, which would write over what it cannot use.
 * @returns what stands in it
 * @throws AppError `settings-damaged` when it is no object of JSON, too large or too deep,
 * `data-newer` when a newer version of the app wrote it; it is left as it is
 */
export function checkSettingsFile(dataFolder: string): Readonly<Record<string, unknown>> {
  const file = join(dataFolder, name);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return {};
  try {
    if (size > largest) throw new Error(`${size} bytes`);
    const text = readFileSync(file, 'utf8');
    if (isDeeper(text, deepest)) throw new Error('too deep');
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
