import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, expect, test } from 'vitest';
import { defaultConnection } from '../../../main/base/network/index.ts';
import { fetchStatus } from '../../../main/machines/monitor/status.ts';
import { testNetwork } from '../../support/worlds/network.ts';

const network = testNetwork({ env: {} });
const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});
afterAll(() => network.close());

/** How a loopback server with this answer is reached. */
async function accessTo(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${address.port}/api`,
    ...{ identity: null, connection: defaultConnection(), authorization: null },
  };
}

test('the status list of 5,000 machines with fields of their own is taken', async () => {
  const of = (n: number) => ({
    machine: `node-${n}`,
    status: 'OK',
    note: 'x'.repeat(400),
    load: n,
  });
  const access = await accessTo((_request, response) => {
    response.end(JSON.stringify(Array.from({ length: 5000 }, (_, n) => of(n))));
  });
  const { records } = await fetchStatus(network, access, () => new Date());
  expect(records).toHaveLength(5000);
});

test('the status list is asked for as the spec says', async () => {
  let asked = '';
  const access = await accessTo((request, response) => {
    asked = `${request.method} ${request.url} ${request.headers.accept}`;
    response.end('[{"machine":"a","status":"OK"}]');
  });
  const { records: machines } = await fetchStatus(network, access, () => new Date());
  expect(asked).toBe('GET /api/status/ application/json');
  expect(machines).toEqual([{ name: 'a', status: 'OK', record: { machine: 'a', status: 'OK' } }]);
});
