import { expect, test } from 'vitest';
import { createSsh } from '../../../../main/work/ssh/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';

const deps = {
  systems: { onChange: () => () => undefined },
  events: { on: () => () => undefined },
  emit: () => undefined,
};

test('where the operator locked ssh, no program is started', async () => {
  const policy = {
    requireOpen: () => {
      throw new AppError('locked-by-policy');
    },
  };
  const ssh = createSsh({ ...deps, policy, program: ['/no/such/program'] });
  const remote = ssh.to('system', { host: 'login', user: null });
  await expect(remote.run(['squeue'])).rejects.toMatchObject({ code: 'locked-by-policy' });
  const read = remote.sftp(() => Promise.resolve(null));
  await expect(read).rejects.toMatchObject({ code: 'locked-by-policy' });
  await ssh.close();
});

test('a computer without ssh is told so', async () => {
  const policy = { requireOpen: () => undefined };
  const ssh = createSsh({ ...deps, policy, program: ['/no/such/program'] });
  const remote = ssh.to('system', { host: 'login', user: null });
  await expect(remote.run(['squeue'])).rejects.toMatchObject({ code: 'ssh-missing' });
  await ssh.close();
});
