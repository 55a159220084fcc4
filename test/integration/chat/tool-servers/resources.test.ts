import { expect, test } from 'vitest';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

const limits = { connectMs: 3_000, probeMs: 1_000, callMs: 1_500, longestCallMs: 3_000 };

async function started() {
  const world = await toolServersWorld({ limits });
  const id = await world.add('resources');
  await world.until(id, 'running');
  const read = (uri: string) => world.door.toolServers.readResource({ id, uri }, nobody);
  return { ...world, id, read };
}

test('a resource is copied as what its bytes are, with where it came from', async () => {
  const { read } = await started();
  expect(await read('test://notes.txt')).toMatchObject({
    leftOut: 0,
    files: [
      {
        ...{ name: 'notes.txt', kind: 'text', mode: 'whole', encoding: 'utf-8' },
        file: { type: 'text/plain', size: 11 },
        source: { server: 'test', uri: 'test://notes.txt' },
      },
    ],
  });
  // never a page: its text
  expect(await read('test://page')).toMatchObject({ files: [{ kind: 'text' }] });
  expect(await read('test://plot')).toMatchObject({
    files: [{ name: 'plot', kind: 'image', file: { type: 'image/png', width: 1, height: 1 } }],
  });
  expect(await read('test://odd/..%2f\u202e<b>')).toMatchObject({
    files: [{ name: '..%2f_b_' }],
  });
});

test('what is no text, image or PDF is left out or refused by name, and so is too much', async () => {
  const { read, until, id } = await started();
  expect(await read('test://two')).toMatchObject({ leftOut: 1, files: [{ name: 'a.txt' }] });
  const many = await read('test://many');
  expect(many.files).toHaveLength(20);
  expect(many.leftOut).toBe(4_980);
  for (const uri of ['test://program', 'test://endless']) {
    await expect(read(uri)).rejects.toMatchObject({ code: 'attachment-unsupported' });
  }
  await expect(read('test://nothing')).rejects.toMatchObject({ code: 'not-found' });
  await expect(read('test://gone')).rejects.toMatchObject({ code: 'tool-server-refused' });
  await expect(read('test://hangs')).rejects.toMatchObject({ code: 'tool-server-silent' });
  await expect(read('test://huge')).rejects.toMatchObject({ code: 'tool-server-flood' });
  await until(id, 'failed');
});

test('a server that was started again is asked; one that is gone is not', async () => {
  const { read, door, id } = await started();
  await door.toolServers.stop({ id }, nobody);
  await door.toolServers.start({ id }, nobody);
  expect(await read('test://notes.txt')).toMatchObject({ leftOut: 0 });
  await door.toolServers.remove({ id }, nobody);
  await expect(read('test://notes.txt')).rejects.toMatchObject({ code: 'not-found' });
});
