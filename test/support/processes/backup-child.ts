import { createReadStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createWebHost } from '../../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { openApp } from '../../../main/open-app.ts';
import { backupParts } from '../../../preload/contract/settings/backups.ts';

/**
 * Makes a backup of one data folder and lays it down in another, in a process of its own, whose memory is what is asked
 * about: `backup-child.ts FROM TO FILE` says in JSON the most memory at rest, after the backup and after the restore (MB).
 */
const [from = '', to = '', target = ''] = process.argv.slice(2);
const passphrase = 'correct horse battery';
const parts = [...backupParts];
const most = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

async function start(dataFolder: string) {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const programs = workerPrograms(new URL('../../../main/app.ts', import.meta.url).href);
  const host = await createWebHost({
    ...{ version: '0.0.0', dataFolder, environment: [], workers: createWorkers({ programs }) },
  });
  const app = await openApp({
    ...host,
    async saveMade({ write }) {
      await write(target);
      return { kind: 'saved', path: target };
    },
  }).load();
  return {
    async call(name: string, input: unknown): Promise<void> {
      const result = await app.call(name, input, { id: 'window' });
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    },
    close: () => app.close().then(host.close),
  };
}

const one = await start(from);
const rest = most();
await one.call('backups.make', { passphrase, parts });
const made = most();
await one.close();
const other = await start(to);
let first = true;
for await (const bytes of createReadStream(target, { highWaterMark: 8 * 1024 * 1024 })) {
  await other.call('backups.take', { first, bytes });
  first = false;
}
await other.call('backups.restore', { passphrase, parts });
const restored = most();
await other.close();
// the second start puts it in its place
await (await start(join(to))).close();
process.stdout.write(`${JSON.stringify({ rest, made, restored })}\n`);
