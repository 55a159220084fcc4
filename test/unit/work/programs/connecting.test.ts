import { expect, test } from 'vitest';
import { programCallsOf } from '../../../../main/work/programs/calls.ts';
import { createMissing } from '../../../../main/work/programs/requests.ts';
import { AppError } from '../../../../preload/contract/errors.ts';

test('a request for an SSH connection goes when it stands, and says why it does not', async () => {
  const missing = createMissing({ now: () => new Date(), changed: () => undefined });
  const connected: string[] = [];
  let refuses = true;
  const program = { id: 'one', systemId: 'alpha', paths: [], models: null };
  const keys = { find: () => program, change: async () => undefined, endOf: () => null };
  const calls = programCallsOf({
    ...{ keys, missing, ready: Promise.resolve(), changed: () => undefined },
    connect: async (systemId: string) => {
      if (refuses) throw new AppError('ssh-refused', { details: { host: 'login' } });
      connected.push(systemId);
    },
  } as unknown as Parameters<typeof programCallsOf>[0]);
  missing.note('one', 'ssh', '');
  const id = missing.all()[0]?.id ?? '';
  const permit = () => calls.permit({ id }, { id: 'window' });
  await expect(permit()).rejects.toMatchObject({ code: 'ssh-refused' });
  expect(missing.all()).toHaveLength(1);
  refuses = false;
  await permit();
  expect([connected, missing.all()]).toEqual([['alpha'], []]);
});
