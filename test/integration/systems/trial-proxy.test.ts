import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../../main/base/network/index.ts';
import { createTrial } from '../../../main/systems/trial/index.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { CallInput } from '../../../preload/contract/index.ts';
import type { ProxyInput } from '../../../preload/contract/systems/proxy.ts';
import { testNetwork } from '../../support/worlds/network.ts';

type Manual = Extract<ProxyInput, { kind: 'manual' }>;
const window = { id: 'test' };
const usual: CallInput<'trial.tryOut'> = {
  ...{ webApiUrl: 'https://system.example', genaiUrl: null, authorities: [] },
  ...{ certificateId: null, signsIn: false },
};

/** A proxy that refuses every connection, and what it was asked. */
async function refusingProxy() {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      asked.push(data.toString());
      socket.end('HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const direct: Connection['proxy'] = { kind: 'none' };

function trialWith(requireOpen?: () => void, stored = direct) {
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  onTestFinished(() => network.close());
  return createTrial({
    network,
    certificates: { identity: () => Promise.reject(new AppError('not-found')) },
    connections: { of: () => ({ pins: [], intermediates: [], proxy: stored, tls12: [] }) },
    ...(requireOpen && { policy: { requireOpen } }),
  }).calls;
}

const authorization = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test('a system is tried, and its addresses are asked, by the proxy that was entered and with its sign-in', async () => {
  const { asked, host } = await refusingProxy();
  const { tryOut, reach } = trialWith();
  const address = 'https://ai.example/v1';
  const proxy: Manual = {
    kind: 'manual',
    ...{ address: `http://${host}`, user: 'desk', except: '', password: 'first' },
  };
  const { failed } = await tryOut({ ...usual, proxy }, window);
  expect(failed).toMatchObject({ step: 'reach', problem: { code: 'network-proxy' } });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('CONNECT system.example:443 HTTP/1.1');
  expect(asked[0]).toContain(authorization('desk:first'));

  // another password is sent from then on, also one in the address
  const typed = { ...proxy, address: `http://desk:second@${host}`, user: null, password: null };
  const found = await reach({ field: 'genai', address, authorities: [], proxy: typed }, window);
  expect(found).toMatchObject({ reached: false, problem: { code: 'network-proxy' } });
  expect(asked[1]).toContain('CONNECT ai.example:443');
  expect(asked[1]).toContain(authorization('desk:second'));

  await tryOut({ ...usual, genaiUrl: address, webApiUrl: '', proxy }, window);
  expect(asked.at(-1)).toContain(authorization('desk:first'));
});

test('a proxy that cannot be used is refused, and none is tried where a policy locks it', async () => {
  const { asked, host } = await refusingProxy();
  const proxy: Manual = {
    kind: 'manual',
    ...{ address: 'ftp://proxy.example', user: null, except: '', password: null },
  };
  await expect(trialWith().tryOut({ ...usual, proxy }, window)).rejects.toMatchObject({
    code: 'address-invalid',
  });

  const locked = trialWith(() => {
    throw new AppError('locked-by-policy');
  });
  const address = `http://${host}`;
  const refused = { code: 'locked-by-policy' };
  await expect(
    locked.tryOut({ ...usual, proxy: { ...proxy, address } }, window),
  ).rejects.toMatchObject(refused);
  await expect(
    locked.reach(
      { field: 'webApi', address: usual.webApiUrl, authorities: [], proxy: { kind: 'none' } },
      window,
    ),
  ).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
});

test('an address of a system that is edited is asked by the stored proxy of the system', async () => {
  const { asked, host } = await refusingProxy();
  const { reach } = trialWith(undefined, {
    ...{ kind: 'manual', url: new URL(`http://${host}`), except: '', revision: 'one' },
    credentials: async () => ({ user: 'desk', password: 'stored' }),
  });
  const edited = { address: usual.webApiUrl, authorities: [], systemId: 'own' };
  expect(await reach({ ...edited, field: 'webApi' }, window)).toMatchObject({
    ...{ reached: false, problem: { code: 'network-proxy' } },
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('CONNECT system.example:443');
  expect(asked[0]).toContain(authorization('desk:stored'));
});
