import { access, constants, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, extname, isAbsolute, join, resolve } from 'node:path';

/** A file to start, and the arguments that come before those of the user. */
export interface Program {
  readonly file: string;
  readonly before: readonly string[];
}

interface Computer {
  readonly platform: NodeJS.Platform;
  /** Where programs are, as the system lists it. */
  readonly path: string;
}

/** Endings of Windows' programs, and of what only its command line runs. */
const programs = ['.exe', '.com'];
const scripts = ['.cmd', '.bat'];

/**
 * Finds the file of a command as the operating system does.
 * @returns `none` if there is none; `script` if only Windows' command line can run it, which no text of a model reaches
 */
export async function findProgram(
  command: string,
  folder: string,
  { platform, path }: Computer = { platform: process.platform, path: process.env.PATH ?? '' },
): Promise<Program | 'none' | 'script'> {
  const places = path.split(delimiter).filter((place) => isAbsolute(place));
  const isPath = /[\\/]/.test(command);
  const plain = command.replace(/^~(?=[\\/])/, homedir());
  const files = isPath ? [resolve(folder, plain)] : places.map((place) => join(place, command));
  for (const file of files) {
    if (platform !== 'win32') {
      if (await isProgram(file)) return { file, before: [] };
      continue;
    }
    const program = await firstOf(file, programs);
    if (program !== null) return { file: program, before: [] };
    const script = await firstOf(file, scripts);
    if (script !== null) return (await startOfNpx(script, places)) ?? 'script';
  }
  return 'none';
}

/** Returns the size of a plain file; null for anything else. */
export async function sizeOfFile(file: string): Promise<number | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

async function isProgram(file: string): Promise<boolean> {
  if ((await sizeOfFile(file)) === null) return false;
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    // a file that is no program: the next place counts
    return false;
  }
}

/** Returns the file with one of these endings, its own or an added one. */
async function firstOf(file: string, endings: readonly string[]): Promise<string | null> {
  const own = endings.includes(extname(file).toLowerCase()) ? [file] : [];
  for (const one of [...own, ...endings.map((ending) => `${file}${ending}`)]) {
    if ((await sizeOfFile(one)) !== null) return one;
  }
  return null;
}

/** Most servers are started by Node's `npx`, a script on Windows: returns what it starts; null for other scripts. */
async function startOfNpx(script: string, places: readonly string[]): Promise<Program | null> {
  if (basename(script).toLowerCase() !== 'npx.cmd') return null;
  const code = join(dirname(script), 'node_modules', 'npm', 'bin', 'npx-cli.js');
  if ((await sizeOfFile(code)) === null) return null;
  for (const place of [dirname(script), ...places]) {
    const file = join(place, 'node.exe');
    if ((await sizeOfFile(file)) !== null) return { file, before: [code] };
  }
  return null;
}
