import { expect, test } from 'vitest';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

async function started(fault = 'prompts') {
  const world = await toolServersWorld();
  const id = await world.add(fault);
  const server = await world.until(id, 'running');
  return {
    ...{ world, id, server },
    prompt: (name: string, given: Readonly<Record<string, string>> = {}) => {
      const values = Object.entries(given).map(([key, value]) => ({ name: key, value }));
      return world.door.toolServers.prompt({ id, name, arguments: values }, nobody);
    },
  };
}

test('the prompts of a running server are told within bounds, and their texts come when they are asked for', async () => {
  const { server, prompt } = await started();
  expect(server.running?.prompts).toEqual([
    {
      name: 'review',
      title: 'Review a file',
      description: 'Asks for a review.',
      arguments: [
        { name: 'path', description: '', required: true },
        { name: 'focus', description: '', required: false },
      ],
    },
    { name: 'talk', title: 'talk', description: '', arguments: [] },
  ]);
  const { text } = await prompt('review', { path: 'a.ts', focus: 'names' });
  expect(text).toBe('Review a.ts: names');
});

test('of a prompt with several voices each is named, and what is no text is never loaded', async () => {
  const { prompt } = await started();
  const { text } = await prompt('talk');
  expect(text).toMatch(
    /^User: Hello\n\nAssistant: Hi\n\nUser: \[image: image\/png, \d+ bytes, not shown\]$/,
  );
});

test('a prompt that is refused says why; a server that does not run has none', async () => {
  const { world, id, prompt } = await started();
  await expect(prompt('gone')).rejects.toMatchObject({
    ...{ code: 'tool-server-protocol', details: { detail: expect.stringContaining('no such') } },
  });
  await world.door.toolServers.stop({ id }, nobody);
  await expect(prompt('talk')).rejects.toMatchObject({ code: 'not-found' });
});

test('a server that refuses to list its prompts works without them', async () => {
  const { server } = await started('refuses-prompts');
  expect(server).toMatchObject({ state: 'running', running: { prompts: [] } });
});
