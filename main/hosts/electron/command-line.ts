import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isOwnFile } from '../../../preload/contract/systems/own-files.ts';

export interface CommandLine {
  /** Open the demo system at start. */
  readonly demo: boolean;
  readonly dataFolder: string | null;
  /** An operator's policy to try out. */
  readonly policy: string | null;
  /** Start without a window, if the user lets the app check without one. */
  readonly hidden: boolean;
  /** The folder of a move that this process only shows. */
  readonly showMove: string | null;
}

const ownOptions = {
  demo: { type: 'boolean' },
  'data-dir': { type: 'string' },
  policy: { type: 'string' },
  hidden: { type: 'boolean' },
  'show-move': { type: 'string' },
} as const;

/**
 * Reads the app's own flags among other arguments: Chromium's switches, the app's path, files from the operating
 * system.
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: ownOptions,
    strict: false,
    allowPositionals: true,
  });
  const { 'data-dir': folder, policy, 'show-move': move } = values;
  return {
    demo: values.demo === true,
    dataFolder: typeof folder === 'string' && folder !== '' ? resolve(folder) : null,
    policy: typeof policy === 'string' && policy !== '' ? resolve(policy) : null,
    hidden: values.hidden === true,
    showMove: typeof move === 'string' && move !== '' ? resolve(move) : null,
  };
}

/**
 * Returns this start's flags for a restart from a window: without files and addresses, which were opened already, and
 * with a window.
 */
export function flagsAgain(argv: readonly string[]): string[] {
  const args = argv.slice(1);
  const { tokens } = parseArgs({
    args,
    options: ownOptions,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const again = new Map<number, readonly string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option' || token.name === 'hidden') continue;
    const takesValue = token.inlineValue === false && token.value !== undefined;
    const given = args.slice(token.index, token.index + (takesValue ? 2 : 1));
    again.set(token.index, given);
  }
  return [...again.values()].flat();
}

/**
 * Returns the files among a process's arguments as absolute paths: desktops pass paths or file: addresses, anywhere
 * between the switches.
 * @param folder the process's working directory
 */
export function filesIn(argv: readonly string[], folder: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-'))
    .map(toPath)
    .filter((path) => path !== null)
    .filter(isOwnFile)
    .map((path) => resolve(folder, path));
}

function toPath(argument: string): string | null {
  if (!/^file:/i.test(argument)) return argument;
  try {
    return fileURLToPath(argument);
  } catch {
    // An address of another computer, or an invalid one.
    return null;
  }
}
