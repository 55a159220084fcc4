import { AppError } from '../../../preload/contract/errors.ts';

/** Whom `ssh` connects to: a host as in the user's `~/.ssh/config`. */
export interface Target {
  readonly host: string;
  readonly user: string | null;
}

/**
 * Options that the user's configuration must not change: what it forwards or runs at a start belongs to a terminal.
 * Everything else is as in a terminal: keys, agent, jump hosts, and what host keys are trusted.
 */
const fixed = [
  '-T',
  '-x',
  '-a',
  ...option('ClearAllForwardings=yes'),
  ...option('PermitLocalCommand=no'),
  ...option('RemoteCommand=none'),
  ...option('ControlPersist=no'),
  ...option('EscapeChar=none'),
  // Failures are told apart by what ssh writes.
  ...option('LogLevel=ERROR'),
  ...option('ConnectTimeout=30'),
  ...option('ServerAliveInterval=15'),
  ...option('ServerAliveCountMax=3'),
];

function option(text: string): readonly string[] {
  return ['-o', text];
}

const toHost = ({ host, user }: Target): readonly string[] => [
  ...(user === null ? [] : ['-l', user]),
  '--',
  host,
];

/**
 * The connection that all others share. It prints a word once the user is let in, and then waits for its input to end:
 * so it ends with the app, however that ends.
 */
export const masterArguments = (
  target: Target,
  socket: string,
  word: string,
): readonly string[] => [...fixed, '-M', '-S', socket, ...toHost(target), `echo ${word}; cat`];

/** How one command goes: over the shared connection, or (null) by one of its own. It never asks. */
function clientArguments(socket: string | null): readonly string[] {
  const shared = socket === null ? option('ControlPath=none') : ['-S', socket];
  return [...fixed, ...option('BatchMode=yes'), ...option('ControlMaster=no'), ...shared];
}

export const commandArguments = (
  target: Target,
  socket: string | null,
  words: readonly string[],
): readonly string[] => [...clientArguments(socket), ...toHost(target), remoteLine(words)];

export const sftpArguments = (target: Target, socket: string | null): readonly string[] => [
  ...clientArguments(socket),
  '-s',
  ...toHost(target),
  'sftp',
];

const program = /^[a-z]+$/;
/** Characters that no shell gives a meaning where they stand here. */
const plain = /^[\w./-][\w./,:=+@%-]*$/;
const quoted = /^--[a-z-]+='[\w .,:+@-]+'$/;

/**
 * The line for the shell over there, which may be any: `ssh` joins its arguments with blanks. Only words that mean
 * the same to bash, dash, tcsh and fish go into it. @throws AppError `ssh-word-refused`
 */
export function remoteLine(words: readonly string[]): string {
  const [first = '', ...others] = words;
  const wrong = program.test(first)
    ? others.find((word) => !plain.test(word) && !quoted.test(word))
    : first;
  if (wrong !== undefined) throw new AppError('ssh-word-refused', { details: { name: wrong } });
  return words.join(' ');
}
