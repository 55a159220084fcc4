import { createReadStream, mkdirSync } from 'node:fs';
import { createWebHost } from '../../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { openApp } from '../../../main/open-app.ts';
import { backupParts } from '../../../preload/contract/settings/backups.ts';

/**
 * Makes a backup of a data folder, or lays one down in it, in a process of its own, whose memory is what is asked about:
 * `backup-child.ts make|restore FOLDER FILE` says in JSON the most memory at rest, and when it is done (MB).
 */
const [what = '', folder = '', target = ''] = process.argv.slice(2);
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
    async saveStreamed({ write }) {
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

const app = await start(folder);
const rest = most();
if (what === 'make') await app.call('backups.make', { passphrase, parts });
else {
  let first = true;
  for await (const bytes of createReadStream(target, { highWaterMark: 8 * 1024 * 1024 })) {
    await app.call('backups.take', { first, bytes });
    first = false;
  }
  await app.call('backups.restore', { passphrase, parts });
}
const busy = most();
await app.close();
// the second start puts what is restored in its place
if (what === 'restore') await (await start(folder)).close();
process.stdout.write(`${JSON.stringify({ rest, busy })}\n`);
