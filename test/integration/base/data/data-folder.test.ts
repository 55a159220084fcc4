import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { isPosix } from '../../../support/posix.ts';
import {
  openPlace,
  openToOthers,
  whyNoOtherUser,
  writeLaxFolder,
} from '../../../support/processes/another-user.ts';
import { masksBelow } from '../../../support/processes/process-masks.ts';
import { startWebProcess } from '../../../support/processes/web-process.ts';
import { connectWebClient } from '../../../support/servers/web-client.ts';

const reason = whyNoOtherUser();
if (reason !== null) console.log(`skipped: a second user at the data folder (${reason})`);

test.skipIf(reason !== null)(
  'another user reads nothing of a folder that lay open, while the web host runs nor after',
  async () => {
    const place = openPlace(testFolder());
    const control = join(place, 'control');
    const folder = join(place, 'data');
    const files = writeLaxFolder(folder);
    expect(openToOthers(folder, control)).toEqual(
      expect.arrayContaining(files.map((name) => join(folder, name))),
    );

    const host = startWebProcess(folder, { args: ['--demo'] });
    const client = await connectWebClient(await host.ready);
    expect(openToOthers(folder, control)).toEqual([]);
    await client.call('vault.setPassphrase', { passphrase: 'correct horse' });
    await client.call('systems.openDemo', undefined);
    await client.call('settings.update', { theme: 'dark' });
    expect(openToOthers(folder, control)).toEqual([]);
    // The demo and the certificates' worker are processes of their own.
    const processes = masksBelow(host.child.pid ?? 0);
    expect(processes.length).toBeGreaterThanOrEqual(3);
    expect(processes.filter(({ mask }) => mask !== '0077')).toEqual([]);
    client.close();
    await host.stop();
    expect(openToOthers(folder, control)).toEqual([]);
  },
  90_000,
);

test.skipIf(!isPosix)(
  'a folder that cannot be kept private is refused with a sentence, and nothing is written',
  async () => {
    const place = testFolder();
    const open = join(place, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    const { code, error } = await startWebProcess(join(open, 'data')).ended;
    expect(code).toBe(1);
    expect(error).toContain(`Everyone can write to ${open}`);
    expect(readdirSync(open)).toEqual([]);
  },
);
