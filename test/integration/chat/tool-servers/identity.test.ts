import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nobody } from '../../../support/worlds/genai.ts';
import { testProgram, toolServersWorld } from '../../../support/worlds/tool-servers.ts';

test.each([
  ['the script', 'server.mjs', ['./server.mjs']],
  ['a script before it', 'first.mjs', ['--import', './first.mjs', './server.mjs']],
  ['a script that an option names', 'first.mjs', ['--import=./first.mjs', './server.mjs']],
])('when %s changed, the program is another one, and its tools ask again', async (...given) => {
  const [, changed, list] = given;
  const folder = mkdtempSync(join(tmpdir(), 'tool-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { arguments: original, ...program } = testProgram();
  const write = (name: string, code: string) => writeFileSync(join(folder, name), code);
  write('first.mjs', '');
  write('server.mjs', `import ${JSON.stringify(original[0])};\n`);
  const world = await toolServersWorld();
  const target = { ...program, arguments: list, folder };
  const { id } = await world.door.toolServers.add({ name: 'test', systemId: null, target }, nobody);
  await world.until(id, 'running');
  await world.allow('echo');
  const echo = async () => (await world.offered()).find(({ ownName }) => ownName === 'echo');
  expect(await echo()).toMatchObject({ approval: 'always' });

  await world.door.toolServers.stop({ id }, nobody);
  appendFileSync(join(folder, changed), '// changed\n');
  await world.door.toolServers.start({ id }, nobody);
  expect(await echo()).toMatchObject({ approval: 'ask' });
});
