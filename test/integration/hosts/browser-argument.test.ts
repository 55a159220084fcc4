import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { startWebProcess } from '../../support/processes/web-process.ts';
import { tokenOf } from '../../support/servers/web-client.ts';

const linux = process.platform === 'linux';
if (!linux) console.log('skipped: what a browser is started with (no xdg-open)');

// The same with a real browser and another user who watches is in test/e2e/local-attackers.test.ts.
test.skipIf(!linux)(
  'a browser is started on a file alone: no argument holds the token',
  async () => {
    const programs = testFolder();
    const said = join(programs, 'said');
    const program = `#!/bin/sh\nprintf '%s\\n' "$@" > '${said}.part'\nmv '${said}.part' '${said}'\n`;
    writeFileSync(join(programs, 'xdg-open'), program, { mode: 0o755 });
    const host = startWebProcess(testFolder(), {
      args: ['--open'],
      env: { PATH: `${programs}:${process.env.PATH}` },
    });
    const url = await host.ready;
    await expect.poll(() => existsSync(said)).toBe(true);
    const args = readFileSync(said, 'utf8').trim().split('\n');
    expect(args.filter((one) => one.includes(tokenOf(url)))).toEqual([]);
    expect(args).toEqual([expect.stringMatching(/^file:\/\/.*\/open-[0-9a-f]{16}\.html$/)]);
    expect(readFileSync(new URL(args[0] ?? ''), 'utf8')).toContain(url);
  },
);
