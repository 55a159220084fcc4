import { execFile } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SshQuestion } from '../../../preload/contract/work/ssh.ts';
import { rm } from '../../base/outside/index.ts';

/**
 * What ssh starts to ask the user. The question goes to the app and the answer comes back through two named pipes in a
 * folder that is the user's alone: no answer is an argument of a program or on a disk. The app's own program cannot do
 * this: it does not run other code (its fuse for Node is off). The hint to touch a key (`none`) waits for no answer: ssh
 * ends it by SIGTERM, and itself waits for that, once the key was touched or the time for it is over. A signal that comes
 * while the shell starts a program can be lost on that program: so it waits for many short ones, which hold nothing open.
 */
const script = `#!/bin/sh
folder=\${0%/*}
exec 3<>"$folder/answer" || exit 1
if [ "\${SSH_ASKPASS_PROMPT:-}" = none ]; then
  trap 'kill $! 2>/dev/null; printf "over\\n\\0" >"$folder/question"; exit 0' TERM
fi
printf '%s\\n%s\\0' "\${SSH_ASKPASS_PROMPT:-}" "$1" >"$folder/question" || exit 1
if [ "\${SSH_ASKPASS_PROMPT:-}" = none ]; then
  left=180
  while [ $left -gt 0 ]; do
    sleep 1 >/dev/null 2>&1 3>&- &
    wait $!
    left=$((left - 1))
  done
  exit 0
fi
IFS= read -r answer <&3 || exit 1
case $answer in
+*) printf '%s\\n' "\${answer#+}" ;;
*) exit 1 ;;
esac
`;

/** Bytes of a socket's path that every system takes; ssh adds 17 to it while it makes one. */
const longestSocket = 104 - 1 - 17;
/** ssh reads `%` and blanks in the path as something else. */
const usable = /^[\w/.+-]+$/;

export interface AskListener {
  asked(question: Pick<SshQuestion, 'kind' | 'text'>): void;
  /** The touch that was asked for is waited for no more. */
  touchOver(): void;
}

/** A folder of its own for one connection, with the socket that ssh shares it by. */
export interface AskFolder {
  readonly socket: string;
  /** For ssh, so that it asks through the folder. */
  readonly environment: NodeJS.ProcessEnv;
  /** Hands ssh the answer to the question that it asked last; null refuses. */
  answer(text: string | null): void;
  close(): Promise<void>;
}

/** @throws an error of the system if there is no place for it */
export async function openAskFolder(listener: AskListener): Promise<AskFolder> {
  const folder = makeFolder();
  const place = (name: string): string => join(folder, name);
  let pipe: Socket | null = null;
  const close = async (): Promise<void> => {
    pipe?.destroy();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    writeFileSync(place('ask'), script, { mode: 0o700, flag: 'wx' });
    await promisify(execFile)('mkfifo', ['-m', '600', place('question'), place('answer')]);
    // Open for both: it is never at its end, whoever else closes it.
    const fd = openSync(place('question'), constants.O_RDWR | constants.O_NONBLOCK);
    pipe = new Socket({ fd, readable: true, writable: false });
    pipe.on('error', () => undefined);
    readQuestions(pipe, listener);
  } catch (cause) {
    await close();
    throw cause;
  }
  return {
    socket: place('s'),
    environment: {
      ...process.env,
      SSH_ASKPASS: place('ask'),
      SSH_ASKPASS_REQUIRE: 'force',
      // ssh before 8.4 asks through a program only where there is a display.
      DISPLAY: process.env.DISPLAY ?? ':0',
    },
    answer: (text) => writeAnswer(place('answer'), text),
    close,
  };
}

/** Makes it where the path is short and plain enough for a socket. */
function makeFolder(): string {
  const places = [process.env.XDG_RUNTIME_DIR ?? '', tmpdir(), '/tmp'];
  const name = 'compute-desk-ssh-';
  const fits = places.find(
    (one) =>
      one.startsWith('/') &&
      usable.test(one) &&
      Buffer.byteLength(join(one, `${name}XXXXXX`, 's')) <= longestSocket &&
      statSync(one, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  return mkdtempSync(join(fits ?? '/tmp', name));
}

/** Characters of a question that are shown. */
const mostText = 4000;

function readQuestions(pipe: Socket, listener: AskListener): void {
  let rest = '';
  pipe.setEncoding('utf8').on('data', (piece: string) => {
    const parts = `${rest}${piece}`.split('\0');
    rest = (parts.pop() ?? '').slice(-4 * mostText);
    for (const part of parts) {
      const line = part.indexOf('\n');
      const hint = part.slice(0, line);
      if (hint === 'over') listener.touchOver();
      else listener.asked(questionOf(hint, part.slice(line + 1)));
    }
  });
}

/** Tells what is asked for. A text of the server that reads like ssh’s own question gets at most the word yes. */
function questionOf(hint: string, asked: string): Pick<SshQuestion, 'kind' | 'text'> {
  const text = asked.replace(/[^\P{Cc}\n]/gu, '').slice(0, mostText);
  if (hint === 'none') return { kind: 'touch', text };
  if (/^The authenticity of host /.test(text)) return { kind: 'host-key', text };
  return { kind: hint === 'confirm' ? 'confirm' : 'secret', text };
}

function writeAnswer(path: string, text: string | null): void {
  let fd: number;
  try {
    fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (cause) {
    // Nobody waits for it any more.
    if (['ENXIO', 'ENOENT'].includes((cause as NodeJS.ErrnoException).code ?? '')) return;
    throw cause;
  }
  try {
    writeSync(fd, text === null ? '-\n' : `+${text}\n`);
  } finally {
    closeSync(fd);
  }
}
