import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createSlurmSshApi } from '../../main/work/operations/slurm/ssh/index.ts';
import { patience } from '../support/patience.ts';
import { page, startSshWorld } from './ssh-world.ts';
import { passphrase, sshdProgram } from './sshd.ts';

const { configuration } = inject('slurm');
let world: Awaited<ReturnType<typeof startSshWorld>>;

describe.skipIf(sshdProgram() === undefined)('connections by SSH (needs openssh-server)', () => {
  beforeEach(async () => {
    world = await startSshWorld(configuration);
  });
  afterEach(() => world.stop());
  const run = (host: string) => world.to(host).run(['echo', 'here']);

  test('a passphrase is asked once for all commands, and everything is gone at the end', async () => {
    world.answers = { secret: passphrase };
    const all = await Promise.all([1, 2, 3].map(() => run('lane-locked')));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(world.asked).toHaveLength(1);
    expect(world.asked[0]).toMatchObject({ kind: 'secret', host: 'lane-locked' });
    expect(world.asked[0]?.text).toContain('passphrase');
    expect(world.left()).toHaveLength(1);
    await world.ssh.forget('lane-locked');
    expect(world.left()).toEqual([]);
    expect(await world.ssh.calls.snapshot(undefined, page)).toEqual([]);
  });

  test('a wrong passphrase is not tried again before the user asks', async () => {
    world.answers = { secret: 'wrong' };
    await expect(run('lane-locked')).rejects.toMatchObject({ code: 'ssh-refused' });
    const asked = world.asked.length;
    await expect(run('lane-locked')).rejects.toMatchObject({ code: 'ssh-refused' });
    expect(world.asked).toHaveLength(asked);
    world.answers = { secret: passphrase };
    world.ssh.retry('lane-locked');
    expect((await run('lane-locked')).code).toBe(0);
  });

  test('a question that the user refuses ends the connection, and is not asked again', async () => {
    world.answers = { secret: null };
    await expect(run('lane-locked')).rejects.toMatchObject({ code: 'ssh-not-answered' });
    await expect(run('lane-locked')).rejects.toMatchObject({ code: 'ssh-not-answered' });
    expect(world.asked).toHaveLength(1);
    expect(world.left()).toEqual([]);
  });

  test('an open question goes with its connection', async () => {
    const waiting = expect(run('lane-locked')).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => world.asked.length, { timeout: patience(10_000) }).toBe(1);
    await world.ssh.forget('lane-locked');
    await waiting;
    expect(await world.ssh.calls.snapshot(undefined, page)).toEqual([]);
    expect(world.left()).toEqual([]);
  });

  test('an unknown host key is shown with its fingerprint, and trusted only by the user', async () => {
    world.answers = { 'host-key': null };
    await expect(run('lane-new')).rejects.toMatchObject({ code: 'ssh-not-answered' });
    expect(world.asked[0]?.text).toContain(world.sshd.fingerprint);
    expect(readFileSync(world.sshd.knownHosts, 'utf8').trim()).toBe('');
    world.answers = { 'host-key': 'yes' };
    world.ssh.retry('lane-new');
    expect((await run('lane-new')).code).toBe(0);
    expect(readFileSync(world.sshd.knownHosts, 'utf8')).toContain('ssh-ed25519');
  });

  test('a changed host key is refused without a question', async () => {
    await expect(run('lane-changed')).rejects.toMatchObject({ code: 'ssh-key-changed' });
    expect(world.asked).toEqual([]);
  });

  test('a key that is not let in, a name that nobody has, a host without Slurm are told apart', async () => {
    await expect(run('lane-stranger')).rejects.toMatchObject({ code: 'ssh-refused' });
    await expect(run('lane-nowhere')).rejects.toMatchObject({ code: 'network-name-not-found' });
    const { jobs } = createSlurmSshApi(world.to('lane-without'));
    const listed = jobs?.list({ machine: 'lane-without', ended: false });
    await expect(listed).rejects.toMatchObject({ code: 'ssh-command-missing' });
  });

  test('jump hosts ask in the app too, and a terminal’s habits disturb nothing', async () => {
    world.answers = { secret: passphrase };
    expect((await run('lane-jump')).code).toBe(0);
    expect(world.asked).toHaveLength(1);
    expect(new TextDecoder().decode((await run('lane-busy')).output)).toBe('here\n');
  });

  test('an endless answer and an endless command are ended', async () => {
    const remote = world.to('lane-bash');
    const flood = remote.run(['yes'], { maxBytes: 1_000_000 });
    await expect(flood).rejects.toMatchObject({ code: 'answer-too-large' });
    const slow = remote.run(['sleep', '600'], { timeoutMs: 300 });
    await expect(slow).rejects.toMatchObject({ code: 'network-timeout' });
    const stop = new AbortController();
    const stopped = remote.run(['sleep', '600'], { signal: stop.signal });
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    expect((await run('lane-bash')).code).toBe(0);
  });
});
