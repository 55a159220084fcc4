import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program in a folder to its end, with an environment of its own. */
export async function runProgram(
  folder: string,
  program: string,
  args: readonly string[],
  options: {
    readonly input?: string;
    readonly env?: NodeJS.ProcessEnv;
    /** Called with all of its output so far. */
    readonly onOutput?: (output: string) => void;
  } = {},
): Promise<Ran> {
  const { input = '', env = {}, onOutput } = options;
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...env },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    onOutput?.(output);
  });
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  // one that asks for nothing may be gone before it was told
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output, errors };
}
