import { expect, test, vi } from 'vitest';
import type { CallInput } from '../../../../preload/contract/index.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

type Answer = CallInput<'toolForms.answer'>['answer'];

/** A server whose tool asks the user for something, and is allowed. */
async function start(limits?: Parameters<typeof toolServersWorld>[0]) {
  const world = await toolServersWorld(limits);
  const id = await world.add('forms');
  await world.until(id, 'running');
  await world.allow('echo');
  const waiting = () => world.events.of('toolForms.changed').at(-1) ?? [];
  return {
    ...{ world, id, waiting },
    call: (kind: string, more: Parameters<typeof world.call>[2] = {}) =>
      world.call('test__echo', { text: kind }, more),
    async form() {
      await world.events.until('toolForms.changed', () => waiting().length > 0);
      const [form] = waiting();
      if (form === undefined) throw new Error('nothing waits');
      return form;
    },
    answer: (form: { readonly id: string }, answer: Answer) =>
      world.door.toolForms.answer({ id: form.id, answer }, nobody),
  };
}

const filled = [
  { name: 'name', value: 'me' },
  { name: 'nodes', value: 4 },
  { name: 'sure', value: true },
  { name: 'colour', value: 'g' },
  { name: 'days', value: ['tu', 'mo'] },
];

test('what a server asks stands in the conversation of the call, and what the user entered goes to it', async () => {
  const { call, form, answer } = await start();
  const running = call('kinds');
  const asked = await form();
  expect(asked).toMatchObject({
    conversationId: 'c',
    server: { name: 'test', where: expect.stringContaining('tool-server.mjs') },
    ...{ tool: 'echo', message: 'Who are\u202e you?' },
    fields: [
      { name: 'name', kind: 'text', title: 'Your name', required: true, least: 2 },
      { name: 'nodes', kind: 'number', whole: true, least: 1, most: 8, initial: 2 },
      { name: 'sure', kind: 'boolean', description: 'Really?', initial: false },
      { name: 'colour', kind: 'choice', options: [{ value: 'r', title: 'red' }, {}] },
      { name: 'days', kind: 'choices', options: [{ value: 'mo' }, {}, {}], most: 2, initial: [] },
    ],
  });
  await answer(asked, { kind: 'accept', values: filled });
  const content = { name: 'me', nodes: 4, sure: true, colour: 'g', days: ['tu', 'mo'] };
  expect(JSON.parse(await running)).toEqual({ action: 'accept', content });
});

test.each(['decline', 'cancel'] as const)(
  'a form that the user answers by %s sends nothing else',
  async (kind) => {
    const { call, form, answer, waiting } = await start();
    const running = call('kinds');
    await answer(await form(), { kind });
    expect(JSON.parse(await running)).toEqual({ action: kind });
    expect(waiting()).toEqual([]);
  },
);

test.each([
  ['without what is required', filled.slice(1)],
  ['too short', [{ name: 'name', value: 'm' }]],
  ['of another kind', [filled[0], { name: 'nodes', value: 'four' }]],
  ['no whole number', [filled[0], { name: 'nodes', value: 1.5 }]],
  ['out of its bounds', [filled[0], { name: 'nodes', value: 9 }]],
  ['none of the choices', [filled[0], { name: 'colour', value: 'blue' }]],
  ['chosen twice', [filled[0], { name: 'days', value: ['mo', 'mo'] }]],
  ['more than may be chosen', [filled[0], { name: 'days', value: ['mo', 'tu', 'we'] }]],
  ['of a field that is none', [filled[0], { name: '__proto__', value: 'x' }]],
])('a value %s is refused, and the form waits on', async (_, values) => {
  const { call, form, answer, waiting } = await start();
  const running = call('kinds');
  const asked = await form();
  await expect(
    answer(asked, { kind: 'accept', values: values.filter((one) => one !== undefined) }),
  ).rejects.toMatchObject({ code: 'tool-form-invalid' });
  expect(waiting()).toEqual([asked]);
  await answer(asked, { kind: 'cancel' });
  await running;
});

test.each(['long', 'many'])(
  'a form that the app cannot draw (%s) is cancelled, not shown in part',
  async (kind) => {
    const { call, world, waiting } = await start();
    expect(JSON.parse(await call(kind))).toEqual({ action: 'cancel' });
    expect(waiting()).toEqual([]);
    expect(world.events.of('toolForms.changed')).toEqual([]);
  },
);

test('a form goes with its call: stopped by the user, or ended with the server', async () => {
  const { call, form, waiting, world, id } = await start();
  const abort = new AbortController();
  const stopped = call('kinds', { signal: abort.signal });
  const asked = await form();
  abort.abort();
  await expect(stopped).rejects.toThrow();
  expect(waiting()).toEqual([]);
  await expect(
    world.door.toolForms.answer({ id: asked.id, answer: { kind: 'decline' } }, nobody),
  ).rejects.toMatchObject({ code: 'not-found' });
  const ended = call('kinds');
  await form();
  await world.door.toolServers.stop({ id }, nobody);
  await expect(ended).rejects.toThrow();
  expect(waiting()).toEqual([]);
});

test('while the user is asked no time of the call runs out, and a server asks no more than so often', async () => {
  const limits = { connectMs: 5_000, probeMs: 2_000, callMs: 200, longestCallMs: 60_000 };
  const { call, form, answer, waiting, world } = await start({ limits });
  const running = call('loop');
  const first = await form();
  // longer than a call may say nothing
  const began = performance.now();
  await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(400));
  await answer(first, { kind: 'decline' });
  for (let count = 1; count < 20; count += 1) {
    await world.events.until('toolForms.changed', () => waiting().length > 0);
    await answer(await form(), { kind: 'decline' });
  }
  expect(JSON.parse(await running)).toEqual({ action: 'cancel' });
});

test('a form is cancelled where calls of one server belong to two conversations', async () => {
  const { call, form, waiting } = await start();
  const stop = new AbortController();
  const first = call('kinds', { signal: stop.signal });
  const asked = await form();
  // the server speaks of its last call
  const second = call('kinds', { conversationId: 'd' });
  expect(JSON.parse(await second)).toEqual({ action: 'cancel' });
  expect(waiting()).toEqual([asked]);
  stop.abort();
  await expect(first).rejects.toThrow();
});
