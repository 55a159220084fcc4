import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface CommandLine {
  /** Open the demo system at start. */
  readonly demo: boolean;
  readonly dataFolder: string | null;
}

/**
 * The app's own flags among whatever else stands there: Chromium's switches, the app's path, files that
 * the operating system hands over.
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { demo: { type: 'boolean' }, 'data-dir': { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const folder = values['data-dir'];
  return {
    demo: values.demo === true,
    dataFolder: typeof folder === 'string' && folder !== '' ? resolve(folder) : null,
  };
}
