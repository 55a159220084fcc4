import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Flags {
  /** Open the demo system at start. */
  readonly demo: boolean;
  /** Port of the web host; 0 lets the operating system choose. */
  readonly port: number;
  readonly dataFolder: string | null;
  /** An operator's policy to try out, beside those of the computer. */
  readonly policy: string | null;
  /** Whether the web host starts the user's browser. */
  readonly open: boolean;
}

/**
 * Parses the command line of both hosts; `--web` is for scripts/start.ts, and `--no-open` is the default without
 * `--open`. @throws Error with a sentence for the terminal
 */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      web: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      'data-dir': { type: 'string' },
      policy: { type: 'string' },
      open: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not ${values.port}`);
  }
  const folder = values['data-dir'];
  return {
    demo: values.demo,
    port,
    dataFolder: folder === undefined ? null : resolve(folder),
    policy: values.policy === undefined ? null : resolve(values.policy),
    open: values.open && !values['no-open'],
  };
}
