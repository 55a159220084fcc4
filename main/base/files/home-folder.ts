import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

/** Stands in for a missing home folder: programs and packages ask when they load, and fail without an answer. */
export const noHome = '/nonexistent';

/** Returns the user's home folder, or null if there is none: without HOME, for a user known only by number. */
export function homeFolder(): string | null {
  try {
    const folder = homedir();
    return isAbsolute(folder) && folder !== noHome ? folder : null;
  } catch {
    return null;
  }
}
