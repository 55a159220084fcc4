import { expect, test } from 'vitest';
import type { ExaminationContext } from '../../../../main/doctor/examination/context.ts';
import { connect } from '../../../../main/doctor/examination/steps/connection.ts';
import { AppError } from '../../../../preload/contract/errors.ts';

/** A visit to a server at two addresses, neither of which takes a connection. */
function visit(code: string, localNetworkIsGuarded: boolean): ExaminationContext {
  const failed = new AppError('network-unreachable', { details: { host: 'h', reason: code } });
  return {
    localNetworkIsGuarded,
    signal: new AbortController().signal,
    known: { url: new URL('https://api.site:8443/'), addresses: ['192.168.1.5', 'fd00::5'] },
    network: { examiner: { connect: () => Promise.reject(failed) } },
  } as unknown as ExaminationContext;
}

test('macOS keeps an app out of the local network as if there were no route, and the doctor says so', async () => {
  expect(await connect(visit('EHOSTUNREACH', true))).toMatchObject({
    state: 'bad',
    verdict: { kind: 'trouble', code: 'connect-local-network', values: { host: 'api.site:8443' } },
    facts: [{ name: 'silent', values: ['192.168.1.5', 'fd00::5'] }],
  });
});

test.each([
  ['another failure there', 'ENETUNREACH', true],
  ['no route on another system', 'EHOSTUNREACH', false],
])('%s keeps its own sentence', async (_, code, guarded) => {
  await expect(connect(visit(code, guarded))).rejects.toMatchObject({
    code: 'network-unreachable',
  });
});
