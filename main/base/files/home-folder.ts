import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

/** What programs and packages are told where there is none: they ask when they are loaded, and fail without an answer. */
export const noHome = '/nonexistent';

/** The user's own folder; null where the computer names none: without HOME, for a user that it knows by number alone. */
export function homeFolder(): string | null {
  try {
    const folder = homedir();
    return isAbsolute(folder) && folder !== noHome ? folder : null;
  } catch {
    return null;
  }
}
