import { execFile } from 'node:child_process';

/** The result of a program of the operating system; `code` is null if it could not be run. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: Buffer;
}

/** Timeout of a program of the operating system, ms. */
const longest = 15_000;

/** Runs a program with a list of arguments to its end. Never rejects. */
export function execute(file: string, args: readonly string[]): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', timeout: longest, windowsHide: true } as const;
    try {
      const child = execFile(file, [...args], options, (cause, stdout) =>
        resolve({ code: cause === null ? 0 : endOf(child.exitCode), stdout }),
      );
    } catch {
      // Node throws some start errors at once: AppLocker's, for example, without a name
      resolve({ code: null, stdout: Buffer.alloc(0) });
    }
  });
}

/** Node returns a negative code of its own if the program was not started. */
const endOf = (code: number | null): number | null => (code !== null && code > 0 ? code : null);
