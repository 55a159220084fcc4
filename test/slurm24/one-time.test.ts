import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { openSshWorld, type SshWorld } from '../slurm/ssh-world.ts';
import { codeOf } from './login-node.ts';

const { login } = inject('slurm24');
const wrong = 'no code';
/** Codes that were used: the server takes none twice. */
let used = 0;
const nextCode = (): string => {
  used += 1;
  return codeOf(login.secret, used - 1);
};
let world: SshWorld;
const run = () => world.to('lane-code').run(['echo', 'here']);

describe.skipIf(findProgram('ssh') === undefined)('one-time codes by PAM (needs ssh)', () => {
  beforeEach(() => {
    world = openSshWorld(login.program);
  });
  afterEach(() => world.stop());
  const answer = (codes: readonly (string | null)[]): void => {
    const left = [...codes];
    world.answers = {
      secret: (text) => (/one-time/i.test(text) ? left.shift() : login.password),
    };
  };

  test('a password and a code are asked one after the other, once for all commands', async () => {
    answer([nextCode()]);
    const all = await Promise.all([run(), run(), run()]);
    expect(all.map(({ code, output }) => [code, new TextDecoder().decode(output)])).toEqual(
      Array.from({ length: 3 }, () => [0, 'here\n']),
    );
    expect(world.asked).toHaveLength(2);
    expect(world.asked.map(({ kind }) => kind)).toEqual(['secret', 'secret']);
    expect(world.asked[0]?.text).toMatch(/password/i);
    expect(world.asked[1]?.text).toMatch(/one-time/i);
  });

  test('a wrong code is asked for again, and a right one lets in', async () => {
    answer([wrong, nextCode()]);
    expect((await run()).code).toBe(0);
    expect(world.asked).toHaveLength(4);
  });

  test('three wrong codes are refused, and nothing is asked again before the user does', async () => {
    answer([wrong, wrong, wrong]);
    await expect(run()).rejects.toMatchObject({ code: 'ssh-refused' });
    const asked = world.asked.length;
    await expect(run()).rejects.toMatchObject({ code: 'ssh-refused' });
    expect(world.asked).toHaveLength(asked);
    answer([nextCode()]);
    world.ssh.retry('lane-code');
    expect((await run()).code).toBe(0);
  });

  test('a code that the user refuses ends the connection', async () => {
    answer([null]);
    await expect(run()).rejects.toMatchObject({ code: 'ssh-not-answered' });
    expect(world.asked).toHaveLength(2);
    expect(world.left()).toEqual([]);
  });
});
