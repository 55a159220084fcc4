import { execFile } from 'node:child_process';

/** What a program of the operating system ended with; `code` is null where it could not be run. */
export interface Executed {
  readonly code: number | null;
  readonly stdout: Buffer;
}

/** ms; a program of the operating system that says nothing for so long has nothing to say. */
const longest = 15_000;

/** Runs a program with a list of arguments to its end. Never rejects. */
export function execute(file: string, args: readonly string[]): Promise<Executed> {
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', timeout: longest, windowsHide: true } as const;
    try {
      const child = execFile(file, [...args], options, (cause, stdout) =>
        resolve({ code: cause === null ? 0 : endOf(child.exitCode), stdout }),
      );
    } catch {
      // Node throws some errors of a start at once: that of AppLocker, for example, which has no name there
      resolve({ code: null, stdout: Buffer.alloc(0) });
    }
  });
}

/** Node gives what was not started a negative code of its own. */
const endOf = (code: number | null): number | null => (code !== null && code > 0 ? code : null);
