import { expect, onTestFinished, test } from 'vitest';
import { programsWorld, send } from '../../support/work/programs-world.ts';
import { settingsFolder } from '../../support/worlds/policy.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { bare, openConsole, serving } from './console-world.ts';

test.each(['noJobSubmission', 'noCommands'] as const)(
  '%s holds in the console too, whatever family the system is said to have; the rest goes on',
  async (lock) => {
    const asked: string[] = [];
    const folder = await temporaryFolder();
    const server = await serving(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      response.end('{}');
    });
    const places = [settingsFolder({ locks: { [lock]: true } })];
    const run = () => Promise.reject(new Error('nothing is run'));
    const world = await openConsole(folder.path, { places, run });
    onTestFinished(async () => {
      await world.close();
      await server.close();
      await folder.remove();
    });
    const { id: systemId } = await world.call('systems.add', {
      ...{ name: 'Locked', webApiUrl: server.origin, authUrl: null, genaiUrl: null },
      ...{ authorities: [], certificateId: null },
    });
    const [locked, open] =
      lock === 'noCommands' ? ['/command/cpu', '/queue/cpu'] : ['/queue/cpu', '/command/cpu'];
    for (const path of [locked, `/a/..${locked}`, `${locked}/`]) {
      const request = bare('POST', path);
      const { hash } = await world.call('apiConsole.prepare', { systemId, request });
      for (const call of ['apiConsole.send', 'apiConsole.download'] as const) {
        const sending = world.call(call, { systemId, request, confirmed: hash });
        await expect(sending).rejects.toMatchObject({
          code: 'locked-by-policy',
          details: { lock },
        });
      }
    }
    expect(asked.filter((one) => !one.includes('/status/'))).toEqual([]);
    await world.exchange(systemId, bare('GET', '/queue/cpu'));
    await world.exchange(systemId, bare('POST', open));
    expect(asked.filter((one) => !one.includes('/status/'))).toEqual([
      'GET /queue/cpu',
      `POST ${open}`,
    ]);
  },
);

test('both hold for other programs’ calls of the Web API', async () => {
  const places = [settingsFolder({ locks: { noJobSubmission: true, noCommands: true } })];
  const run = () => Promise.reject(new Error('nothing is run'));
  const { address, add, asked } = await programsWorld({ policy: { places, run } });
  const { headers } = await add();
  const post = (path: string) =>
    send(`${address}/web-api${path}`, { method: 'POST', headers, body: '{}' });
  for (const path of ['/queue/cpu', '/command/cpu']) {
    const reply = await post(path);
    expect([reply.status, JSON.parse(reply.text).error.code]).toEqual([403, 'locked-by-policy']);
  }
  expect(asked).toEqual([]);
  expect((await post('/notes')).status).toBe(200);
});
