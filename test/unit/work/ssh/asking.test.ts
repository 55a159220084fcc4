import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSsh } from '../../../../main/work/ssh/index.ts';
import type { SshQuestion } from '../../../../preload/contract/work/ssh.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { patience } from '../../../support/patience.ts';

const page = { id: 'page' };
const target = { host: 'login', user: null };

/**
 * A program in the place of ssh, which asks as ssh does; then it runs the remote line here. `hint` starts the helper as
 * for a security key, `unhint` ends it as ssh does once the key was touched; `ask` asks with no hint.
 */
function standIn(asking: string): readonly string[] {
  const file = join(testFolder(), 'ssh');
  const lines = [
    'for line; do :; done',
    'hint() { SSH_ASKPASS_PROMPT=none "$SSH_ASKPASS" "$1" </dev/null >/dev/null & helper=$!; }',
    'unhint() { kill "$helper"; wait "$helper"; }',
    'ask() { "$SSH_ASKPASS" "$1"; }',
    // Only the shared connection asks.
    `case "$*" in *BatchMode*) ;; *)\n${asking}\n;; esac`,
    'exec sh -c "$line"',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return ['/bin/sh', file];
}

function world(asking: string, answer: (question: SshQuestion) => string | null | undefined) {
  const asked: SshQuestion[] = [];
  const ssh = createSsh({
    systems: { onChange: () => () => undefined },
    events: { on: () => () => undefined },
    policy: { requireOpen: () => undefined },
    emit: (_, payload) => {
      const [first] = payload as readonly SshQuestion[];
      if (first === undefined || asked.some(({ id }) => id === first.id)) return;
      asked.push(first);
      const text = answer(first);
      if (text === undefined) return;
      setImmediate(() => void ssh.calls.answer({ id: first.id, text }, page));
    },
    program: standIn(asking),
  });
  onTestFinished(() => ssh.close());
  const open = () => ssh.calls.snapshot(undefined, page);
  const isOpen = () => ssh.isOpen('one');
  return { asked, open, isOpen, run: () => ssh.to('one', target).run(['echo', 'here']) };
}
const presence = 'Confirm user presence for key ED25519-SK SHA256:abc';
const poll = { timeout: patience(10_000) };

/** Asks for a password and a code, three times at most, as `ssh` does what a server asks. */
const twoFactors = `
tries=0
until [ "$(ask "(desk@login) Password: ")" = secret ] && [ "$(ask "(desk@login) One-time code: ")" = 123456 ]; do
  tries=$((tries + 1))
  [ $tries -lt 3 ] || { echo "desk@login: Permission denied (keyboard-interactive)." >&2; exit 255; }
done`;

describe.skipIf(process.platform === 'win32')('what ssh asks', () => {
  test('a touch is hinted at without an answer, and no more once ssh goes on', async () => {
    const folder = testFolder();
    const until = (name: string): string => `until [ -e '${folder}/${name}' ]; do sleep 0.05; done`;
    const asking = [`hint "${presence}"`, until('touched'), 'unhint', until('let-in')];
    const { asked, open, run } = world(asking.join('\n'), () => undefined);
    const ran = run();
    await expect.poll(open, poll).toMatchObject([{ kind: 'touch', text: presence }]);
    writeFileSync(join(folder, 'touched'), '');
    // It has gone on, and is not in yet.
    await expect.poll(open, poll).toEqual([]);
    writeFileSync(join(folder, 'let-in'), '');
    expect(await ran).toMatchObject({ code: 0 });
    expect(asked).toHaveLength(1);
  });

  test('a question after the touch stays, and the touch that is refused ends the connection', async () => {
    const asking = `hint "${presence}"; unhint; ask "PIN: "`;
    const { asked, run, isOpen } = world(asking, ({ kind }) =>
      kind === 'secret' ? '1234' : undefined,
    );
    expect(isOpen()).toBe(false);
    expect(await run()).toMatchObject({ code: 0 });
    expect(isOpen()).toBe(true);
    expect(asked.at(-1)).toMatchObject({ kind: 'secret', text: 'PIN: ' });
    const refused = world(`hint "${presence}"; wait`, () => null);
    await expect(refused.run()).rejects.toMatchObject({ code: 'ssh-not-answered' });
    expect(refused.isOpen()).toBe(false);
    expect(await refused.open()).toEqual([]);
  });

  test('a refused touch ends at once, also where the signal to its helper is lost', async () => {
    const folder = testFolder();
    const deaf = '#!/bin/sh\ntrap "" TERM\nexec /bin/sleep "$@"\n';
    writeFileSync(join(folder, 'sleep'), deaf, { mode: 0o700 });
    const asking = `PATH='${folder}':"$PATH"; export PATH\nhint "${presence}"; wait`;
    const refused = world(asking, () => null);
    await expect(refused.run()).rejects.toMatchObject({ code: 'ssh-not-answered' });
  });

  test('several prompts come one after the other, and again after a wrong code', async () => {
    const codes = ['000000', '123456'];
    const { asked, run } = world(twoFactors, ({ text }) =>
      text.includes('Password') ? 'secret' : codes.shift(),
    );
    expect(await run()).toMatchObject({ code: 0 });
    expect(asked.map(({ text }) => text.replace('(desk@login) ', ''))).toEqual([
      ...['Password: ', 'One-time code: ', 'Password: ', 'One-time code: '],
    ]);
    expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(['secret']));
  });

  test('wrong codes are the server’s refusal, a refused question is the user’s; neither is asked again', async () => {
    const wrong = world(twoFactors, () => 'secret');
    await expect(wrong.run()).rejects.toMatchObject({ code: 'ssh-refused' });
    await expect(wrong.run()).rejects.toMatchObject({ code: 'ssh-refused' });
    expect(wrong.asked).toHaveLength(6);
    const refused = world(twoFactors, ({ text }) => (text.includes('code') ? null : 'secret'));
    await expect(refused.run()).rejects.toMatchObject({ code: 'ssh-not-answered' });
    await expect(refused.run()).rejects.toMatchObject({ code: 'ssh-not-answered' });
    expect(refused.asked).toHaveLength(2);
  });
});
