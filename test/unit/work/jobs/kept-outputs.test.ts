import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKeptOutputs } from '../../../../main/work/jobs/kept-outputs.ts';
import { testFolder } from '../../../support/files/folder.ts';

test.each(['..', '../other', '.', 'a/../..', '..\\..'])(
  'the outputs of a system whose id is %j lie in their own folder alone',
  async (systemId) => {
    const data = testFolder();
    mkdirSync(join(data, 'job-outputs'));
    mkdirSync(join(data, 'other'));
    const others = ['settings.json', 'job-outputs/1.json', 'other/1.json'];
    for (const name of others) writeFileSync(join(data, name), '{}');
    const outputs = createKeptOutputs({
      paths: { data },
      kept: () => ({ keepJobOutput: true }),
      now: () => new Date(0),
      find: async () => null,
      log: { info: () => undefined, error: () => undefined },
    });
    await outputs.keepOnly(systemId, new Set());
    await outputs.keepOnly(systemId, new Set([7]));
    expect(others.filter((name) => existsSync(join(data, name)))).toEqual(others);
  },
);
