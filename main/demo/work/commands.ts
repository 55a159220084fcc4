import { absolutePath, type Home, type HomeEntry, HomeError, homePath } from './home.ts';
import { splitWords } from './script.ts';

/** Answer of a command in the field's shape. */
export interface CommandAnswer {
  readonly status: 'OK' | 'NG';
  readonly output: string;
  readonly error: string;
}

type Run = (args: readonly string[], home: Home) => Promise<string>;

const programs: Readonly<Record<string, Run>> = {
  echo: async (args) => `${args.join(' ')}\n`,
  pwd: async () => `${homePath}\n`,
  whoami: async () => 'demo\n',
  hostname: async () => 'login-1\n',
  date: async () => `${new Date().toString()}\n`,
  ls: async (args, home) => {
    const { flags, rest } = readFlags(args);
    const path = absolutePath(rest[0] ?? '.');
    const entry = home.find(path);
    if (entry === null) {
      throw new HomeError(`ls: cannot access '${rest[0]}': No such file or directory`);
    }
    const long = flags.some((flag) => flag.includes('l'));
    const listed = entry.content === null ? home.list(path) : [[rest[0] ?? path, entry] as const];
    return listed.map(([name, one]) => `${long ? longLine(name, one) : name}\n`).join('');
  },
  cat: async (args, home) => {
    const texts = await Promise.all(
      readFlags(args).rest.map((path) => readText('cat', path, home)),
    );
    return texts.join('');
  },
  tail: async (args, home) => {
    const { flags, rest } = readFlags(args);
    const count = Number(/\d+/.exec(flags.join(' '))?.[0] ?? 10);
    const text = await readText('tail', rest.at(-1) ?? '', home);
    return text
      .split(/(?<=\n)/)
      .slice(-count)
      .join('');
  },
  mkdir: async (args, home) => {
    for (const path of readFlags(args).rest) await home.makeFolder(absolutePath(path));
    return '';
  },
  rm: async (args, home) => {
    const { flags, rest } = readFlags(args);
    for (const path of rest) {
      const isFolder = home.find(absolutePath(path))?.content === null;
      if (isFolder && !flags.some((flag) => /[rR]/.test(flag))) {
        throw new HomeError(`rm: cannot remove '${path}': Is a directory`);
      }
      await home.remove(absolutePath(path));
    }
    return '';
  },
  mv: async (args, home) => {
    const [from = '', to = ''] = readFlags(args).rest;
    await home.move(absolutePath(from), absolutePath(to));
    return '';
  },
};

/** Runs one of the demo's commands; anything else is answered as a shell answers an unknown program. */
export async function runCommand(command: string, home: Home): Promise<CommandAnswer> {
  const [name = '', ...args] = splitWords(command);
  const run = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (run === undefined) {
    return { status: 'NG', output: '', error: `bash: ${name}: command not found` };
  }
  try {
    return { status: 'OK', output: await run(args, home), error: '' };
  } catch (error) {
    if (error instanceof HomeError) return { status: 'NG', output: '', error: error.message };
    throw error;
  }
}

async function readText(program: string, path: string, home: Home): Promise<string> {
  const bytes = await home.read(absolutePath(path));
  if (bytes === null) throw new HomeError(`${program}: ${path}: No such file or directory`);
  return bytes.toString('utf8');
}

function readFlags(args: readonly string[]): { flags: string[]; rest: string[] } {
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  const after = end === -1 ? [] : args.slice(end + 1);
  return {
    flags: before.filter((arg) => arg.startsWith('-')),
    rest: [...before.filter((arg) => !arg.startsWith('-')), ...after],
  };
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** One line as `ls -l` prints it, in the time zone of this computer. */
export function longLine(name: string, { content, size, changed }: HomeEntry): string {
  const at = new Date(changed);
  const two = (value: number): string => String(value).padStart(2, '0');
  const recent = Date.now() - changed < 180 * 86_400_000;
  const time = recent ? `${two(at.getHours())}:${two(at.getMinutes())}` : ` ${at.getFullYear()}`;
  const mode = content === null ? 'drwxr-xr-x 2' : '-rw-r--r-- 1';
  const day = String(at.getDate()).padStart(2);
  return `${mode} demo demo ${String(size).padStart(10)} ${months[at.getMonth()]} ${day} ${time} ${name}`;
}
