import { readdirSync } from 'node:fs';

/** How spelling is checked: by the system itself (macOS), or from dictionaries that lie in the data folder. */
export type Spelling =
  | { readonly by: 'system' }
  | { readonly by: 'files'; readonly languages: readonly string[] };

/** Where Chromium looks for dictionaries, in its own folder (`sessionData`); and would put what it fetches. */
export const dictionaryFolder = 'Dictionaries';

/** As Chromium names them: the language, then the version that it knows. */
const dictionary = /^([a-z]{2,3}(?:-[A-Z][A-Za-z]+)?)-\d+-\d+\.bdic$/;

/**
 * Chromium has a checker of its own everywhere but on macOS, and fetches a dictionary for each language that it is
 * given. So it is given those only whose dictionary is there; without any there is no checker.
 */
export function spellingOf(platform: NodeJS.Platform, files: readonly string[]): Spelling | null {
  if (platform === 'darwin') return { by: 'system' };
  const languages = files.flatMap((name) => dictionary.exec(name)?.[1] ?? []);
  return languages.length === 0 ? null : { by: 'files', languages };
}

/** What lies in a folder; a folder that is not there has nothing. */
export function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
