import { expect, test } from 'vitest';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

const limits = { connectMs: 3_000, probeMs: 1_000, callMs: 1_500, longestCallMs: 3_000 };

async function started(fault = 'resources') {
  const world = await toolServersWorld({ limits });
  const id = await world.add(fault);
  await world.until(id, 'running');
  const read = (uri: string) => world.door.toolServers.readResource({ id, uri }, nobody);
  const listed = () => world.door.toolServers.listResources({ id }, nobody);
  return { ...world, id, read, listed };
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

test('a server that was started again is asked; one that is off or gone is not', async () => {
  const { read, door, id, list } = await started();
  await door.toolServers.stop({ id }, nobody);
  for (const asked of [read('test://notes.txt'), door.toolServers.listResources({ id }, nobody)]) {
    await expect(asked).rejects.toMatchObject({
      ...{ code: 'tool-server-off', details: { name: 'test' } },
    });
  }
  expect(await list()).toMatchObject([{ state: 'off', running: null }]);
  await door.toolServers.start({ id }, nobody);
  expect(await read('test://notes.txt')).toMatchObject({ leftOut: 0 });
  await door.toolServers.remove({ id }, nobody);
  await expect(read('test://notes.txt')).rejects.toMatchObject({ code: 'not-found' });
});

test.each(['resources', 'paged-resources'])(
  'what a server has (%s) is listed in its words, page by page',
  async (fault) => {
    const { listed } = await started(fault);
    const { resources, leftOut } = await listed();
    expect(leftOut).toBe(0);
    expect(resources).toHaveLength(10);
    expect(resources[0]).toEqual({
      ...{ uri: 'test://notes.txt', name: 'notes.txt', description: '', type: '', size: null },
    });
    expect(resources[9]?.uri).toBe('test://odd/..%2f\u202e<b>');
  },
);

test('of a list that is too long or odd a bounded part is taken, each address once', async () => {
  const many = await (await started('many-resources')).listed();
  expect(many.resources).toHaveLength(1_000);
  expect(many.leftOut).toBe(4_000);
  const { resources, leftOut } = await (await started('odd-resources')).listed();
  expect(leftOut).toBe(3);
  expect(resources.map(({ uri }) => uri)).toEqual([
    ...['test://a', 'javascript:alert(1)', 'file:///etc/passwd'],
  ]);
  expect(resources[0]?.description).toHaveLength(500);
  expect(resources[1]).toMatchObject({ name: 'x'.repeat(200), type: 'x'.repeat(200), size: null });
  expect(resources[2]).toMatchObject({ name: '', size: 7 });
});

test('templates of addresses are listed in its words, and what is at a filled one is read', async () => {
  const { listed, read } = await started('templates');
  const { templates, leftOut } = await listed();
  expect(leftOut).toBe(0);
  expect(templates).toEqual([
    {
      ...{ template: 'test://logs/{day}{?level}', name: 'Logs of a day', type: 'text/plain' },
      description: 'What happened on that day.',
    },
  ]);
  expect(await read('test://logs/mo?level=high')).toMatchObject({
    files: [{ name: 'mo', source: { uri: 'test://logs/mo?level=high' } }],
  });
});

test('of templates that are too many, odd or cannot be filled in a bounded part is taken', async () => {
  const many = await (await started('many-templates')).listed();
  expect([many.templates.length, many.leftOut]).toEqual([100, 400]);
  const { templates, leftOut } = await (await started('odd-templates')).listed();
  expect(leftOut).toBe(6);
  expect(templates.map(({ template }) => template)).toEqual(['test://a/{x}', 'x:{__proto__}']);
  expect(templates[0]).toMatchObject({ name: 'x'.repeat(200), description: 'x'.repeat(500) });
});

test('a server that tells of no resources is not asked for them', async () => {
  expect(await (await started('none-of-resources')).listed()).toEqual({
    ...{ resources: [], templates: [], leftOut: 0 },
  });
});

test.each([
  ['endless-resources', 'tool-server-protocol'],
  ['no-resources', 'tool-server-protocol'],
  ['nameless-resources', 'tool-server-protocol'],
  ['no-templates', 'tool-server-protocol'],
  ['refuses-resources', 'tool-server-refused'],
  ['refuses-templates', 'tool-server-refused'],
  ['hangs-templates', 'tool-server-silent'],
  ['hangs-resources', 'tool-server-silent'],
  ['huge-resources', 'tool-server-flood'],
])('a list that is none (%s) is refused by name (%s)', async (fault, code) => {
  const { listed } = await started(fault);
  await expect(listed()).rejects.toMatchObject({ code, details: { name: 'test' } });
});

test('a server that does not run is started by being asked; the lock leaves none to ask', async () => {
  const { database, vault, id } = await started();
  const again = await toolServersWorld({ limits, before: { database, vault } });
  expect(await again.list()).toMatchObject([{ state: 'idle' }]);
  const { resources } = await again.door.toolServers.listResources({ id }, nobody);
  expect(resources).toHaveLength(10);
  expect(await again.list()).toMatchObject([{ state: 'running' }]);
  const locked = await toolServersWorld({ locks: ['noExternalTools'] });
  await expect(locked.door.toolServers.listResources({ id }, nobody)).rejects.toMatchObject({
    code: 'locked-by-policy',
  });
});
