import { expect, onTestFinished, test } from 'vitest';
import type { ConsoleStore } from '../../../main/work/console/store.ts';
import { createValidating } from '../../../main/work/console/validating.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { patience } from '../../support/patience.ts';
import { recordLog, temporaryFolder } from '../../support/worlds/world.ts';
import { openConsole } from './console-world.ts';

test('a description that is too large to be compared with the standard says so', async () => {
  const folder = await temporaryFolder();
  const world = await openConsole(folder.path);
  onTestFinished(async () => {
    await world.close();
    await folder.remove();
  });
  const { id: systemId } = await world.call('systems.add', {
    ...{ name: 'A', webApiUrl: 'http://127.0.0.1:9', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  const text = JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'Large', version: '1', description: 'x'.repeat(9e6) } },
    paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
  });
  await world.call('apiConsole.importDescription', {
    ...{ systemId, replaces: null },
    from: { kind: 'file', name: 'a.json', bytes: Buffer.from(text) },
  });
  const warnings = async () =>
    (await world.call('apiConsole.snapshot', { systemId })).descriptions[0]?.warnings;
  await expect
    .poll(warnings, { timeout: patience(10_000) })
    .toEqual([{ code: 'unchecked-size', line: null, about: '' }]);
});

test('a comparison that fails or takes too long says so, and stands in the log', async () => {
  const log = recordLog();
  const told: unknown[] = [];
  const changed = new Promise<string>((resolve) => {
    const validating = createValidating({
      startWorker: () => ({
        request: () => Promise.reject(new AppError('description-too-complex')),
        stop: async () => undefined,
      }),
      store: {
        addingWarnings: (_: unknown, found: unknown) => {
          told.push(found);
          return { sql: '' };
        },
      } as unknown as ConsoleStore,
      database: { run: async () => undefined } as never,
      changed: resolve,
      log,
    });
    validating.start({ systemId: 'one', warnings: [] } as never, new Uint8Array(1));
  });
  expect(await changed).toBe('one');
  expect(told).toEqual([
    { warnings: [{ code: 'unchecked', line: null, about: '' }], moreWarnings: 0 },
  ]);
  expect(log.text()).toContain('console-validation');
});
