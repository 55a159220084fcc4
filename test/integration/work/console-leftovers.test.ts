import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { bare, openConsole, serving } from './console-world.ts';

/** An app in the middle of a download, and its data as a power cut would leave it. */
async function cutInTheMiddle() {
  const server = await serving((_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('the beginning');
  });
  const [folder, copy] = [await temporaryFolder(), await temporaryFolder()];
  const world = await openConsole(folder.path);
  const { id: systemId } = await world.call('systems.add', {
    ...{ name: 'Cut', webApiUrl: server.origin, authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  const request = bare('GET', '/large.bin');
  const saving = world.call('apiConsole.download', { systemId, request, confirmed: null });
  const listed = async () =>
    (await world.call('apiConsole.snapshot', { systemId })).downloads[0] ?? null;
  await expect.poll(async () => (await listed())?.moved).toBe(13);
  cpSync(folder.path, copy.path, { recursive: true });
  const offers = join(folder.path, 'backups');
  const [name = ''] = readdirSync(offers).filter((one) => one.endsWith('.part'));
  const part = join(offers, name);
  expect(existsSync(part)).toBe(true);
  onTestFinished(async () => {
    await world.close();
    await saving;
    await server.close();
    await folder.remove();
    await copy.remove();
  });
  return { part, copy: copy.path, world, systemId, saving, listed, folder: folder.path };
}

const startAgain = async (folder: string): Promise<void> => {
  const next = await openConsole(folder);
  await next.close();
};

test('what a download left when the app ended in the middle is removed at the next start', async () => {
  const { part, copy } = await cutInTheMiddle();
  await startAgain(copy);
  expect(existsSync(part)).toBe(false);
});

test('a file that has got the name since stays', async () => {
  const { part, copy } = await cutInTheMiddle();
  rmSync(part);
  writeFileSync(part, 'of somebody else');
  await startAgain(copy);
  expect(existsSync(part)).toBe(true);
});

test('one that ended is not remembered', async () => {
  const { world, systemId, saving, listed, folder } = await cutInTheMiddle();
  const id = (await listed())?.id ?? '';
  await world.call('apiConsole.cancelDownload', { systemId, id });
  expect(await saving).toEqual({ kind: 'cancelled' });
  expect(JSON.stringify(world.host.settings.get('unfinishedDownloads'))).toBe('[]');
  expect(readdirSync(join(folder, 'backups'))).toEqual([]);
});
