import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { environmentVariables } from '../../../preload/contract/settings/environment.ts';
import { webNodeFlags } from '../../../scripts/start/web-node.ts';

const entry = fileURLToPath(new URL('../../../dist/main/web.js', import.meta.url));

/** The built app under the web host, as a process of its own. */
export interface RunningApp {
  /** The address with its one-time token, as it printed it. */
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything that it has printed. */
  output(): string;
  /** Ends it as the user would, and waits for it. */
  stop(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** For the environment of an app whose demo answers at once, where a test waits for the ends of answers only. */
export const answersAtOnce = { COMPUTE_DESK_DEMO_PACE: '0' };

export async function startApp(options: {
  dataFolder: string;
  demo?: boolean;
  env?: Record<string, string>;
  /** Default a free one. */
  port?: number;
  /** Further flags. */
  flags?: readonly string[];
}): Promise<RunningApp> {
  const { dataFolder, demo = false, env = {}, port = 0 } = options;
  const known = ['--data-dir', dataFolder, '--port', String(port), ...(demo ? ['--demo'] : [])];
  const args = [...webNodeFlags, entry, ...known, ...(options.flags ?? [])];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ownEnvironment(), COMPUTE_DESK_VALIDATE_OUTPUT: '1', ...env },
  });
  let output = '';
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      output += `${line}\n`;
      const ready = /^Compute Desk ready: (\S+)$/.exec(line);
      if (ready?.[1] !== undefined) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}:\n${output}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    url,
    process: child,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Without what the app would name as set on this machine. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const named = new Set<string>(environmentVariables.flatMap((name) => [name, name.toLowerCase()]));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !named.has(name)));
}
