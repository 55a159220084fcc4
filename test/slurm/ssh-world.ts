import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSsh, type Ssh } from '../../main/work/ssh/index.ts';
import type { Sender } from '../../preload/contract/index.ts';
import type { SshQuestion } from '../../preload/contract/work/ssh.ts';
import { other } from './ground.ts';
import { type Sshd, startSshd } from './sshd.ts';

/** Who answers. */
export const page: Sender = { id: 'page' };

type Kind = SshQuestion['kind'];

/** The app's way by ssh, with a user who answers. */
export interface SshWorld {
  readonly ssh: Ssh;
  /** What was asked. */
  readonly asked: SshQuestion[];
  /** What the user answers; null refuses, nothing leaves it open. */
  answers: Partial<Record<Kind, Answer | ((text: string) => Answer | undefined)>>;
  /** What is in the folder for connections. */
  left(): string[];
  to(host: string): ReturnType<Ssh['to']>;
  stop(): Promise<void>;
}

type Answer = string | null;

/** To a login node of its own. */
export async function startSshWorld(
  configuration: string,
): Promise<SshWorld & { readonly sshd: Sshd }> {
  const sshd = await startSshd({ configuration, as: other });
  const world = openSshWorld(sshd.program);
  const close = world.stop;
  const stop = async (): Promise<void> => {
    await close();
    await sshd.stop();
  };
  return Object.assign(world, { sshd, stop });
}

/** To the hosts that this `ssh` knows. */
export function openSshWorld(program: readonly string[]): SshWorld {
  const before = process.env.XDG_RUNTIME_DIR;
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  process.env.XDG_RUNTIME_DIR = folder;
  const ssh = createSsh({
    systems: { onChange: () => () => undefined },
    events: { on: () => () => undefined },
    policy: { requireOpen: () => undefined },
    emit: (_, payload) => {
      const [first] = payload as readonly SshQuestion[];
      if (first === undefined || world.asked.some(({ id }) => id === first.id)) return;
      world.asked.push(first);
      const said = world.answers[first.kind];
      const text = typeof said === 'function' ? said(first.text) : said;
      if (text === undefined) return;
      setImmediate(() => void ssh.calls.answer({ id: first.id, text }, page));
    },
    program,
  });
  const world: SshWorld = {
    ssh,
    asked: [],
    answers: {},
    left: () => readdirSync(folder),
    to: (host) => ssh.to(host, { host, user: null }),
    async stop() {
      await ssh.close();
      rmSync(folder, { recursive: true });
      if (before === undefined) delete process.env.XDG_RUNTIME_DIR;
      else process.env.XDG_RUNTIME_DIR = before;
    },
  };
  return world;
}
