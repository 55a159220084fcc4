import { execFile } from 'node:child_process';

/** What a program of the operating system ended with; `code` is null where it could not be run. */
export interface Executed {
  readonly code: number | null;
  readonly stdout: Buffer;
}

/** ms; a program of the operating system that says nothing for so long has nothing to say. */
const longest = 15_000;

/** Runs a program with a list of arguments to its end. */
export function execute(file: string, args: readonly string[]): Promise<Executed> {
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', timeout: longest, windowsHide: true } as const;
    const child = execFile(file, [...args], options, (cause, stdout) =>
      resolve({ code: cause === null ? 0 : child.exitCode || null, stdout }),
    );
  });
}
