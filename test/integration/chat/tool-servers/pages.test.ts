import { expect, test } from 'vitest';
import type { Limits } from '../../../../main/chat/tool-servers/bounds.ts';
import { isHere, readPage } from '../../../../main/chat/tool-servers/forms/pages.ts';
import type { CallInput } from '../../../../preload/contract/index.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { testProgram, toolServersWorld } from '../../../support/worlds/tool-servers.ts';

type Answer = CallInput<'toolForms.answer'>['answer'];
const url = 'https://login.example/start?a=1#b';
const opened: Answer = { kind: 'accept', values: [] };

/** A server whose tool asks for a page, and is allowed. */
async function start(fault = 'pages', limits?: Limits) {
  const browsed: string[] = [];
  const world = await toolServersWorld({
    ...(limits && { limits }),
    async browse(address) {
      browsed.push(address);
      return true;
    },
  });
  const id = await world.add(fault);
  await world.until(id, 'running');
  await world.allow('echo');
  const waiting = () => world.events.of('toolForms.changed').at(-1) ?? [];
  return {
    ...{ world, id, waiting, browsed },
    call: (address: string, more: Parameters<typeof world.call>[2] = {}) =>
      world.call('test__echo', { text: address }, more),
    async page() {
      await world.events.until('toolForms.changed', () => waiting().length > 0);
      const [form] = waiting();
      if (form === undefined) throw new Error('nothing waits');
      return form;
    },
    answer: (form: { readonly id: string }, answer: Answer) =>
      world.door.toolForms.answer({ id: form.id, answer }, nobody),
  };
}

test('a page that a server asks to be opened waits for the user, and nothing of it is loaded or opened here', async () => {
  const { call, page, answer, browsed, waiting } = await start();
  const running = call(url);
  const form = await page();
  expect(form).toMatchObject({
    conversationId: 'c',
    server: { name: 'test', where: expect.stringContaining('tool-server.mjs') },
    ...{ tool: 'echo', message: 'Sign in\u202e here.', fields: [] },
    page: { url, host: 'login.example', readable: null, opened: false },
  });
  // a form's values are none of a page's
  const values = [{ name: 'name', value: 'me' }];
  await expect(answer(form, { kind: 'accept', values })).rejects.toMatchObject({
    code: 'tool-form-invalid',
  });
  await answer(form, opened);
  expect(JSON.parse(await running)).toEqual({ action: 'accept' });
  expect(waiting()).toEqual([]);
  expect(browsed).toEqual([]);
});

test.each(['decline', 'cancel'] as const)('a page is answered by %s alone', async (kind) => {
  const { world, call, page, answer } = await start();
  const running = call(url);
  await answer(await page(), { kind });
  expect(JSON.parse(await running)).toEqual({ action: kind });
  // what the user took is no time of the server
  expect(await world.list()).toMatchObject([{ answered: null }]);
});

test('a server that asks for the same page again is told that it was opened', async () => {
  const { call, page, answer } = await start('pages-twice');
  const running = call(url);
  const first = await page();
  await answer(first, opened);
  const second = await page();
  expect(second.page).toEqual({ ...first.page, opened: true });
  await answer(second, opened);
  expect(JSON.parse(await running)).toEqual({ action: 'accept' });
});

test('a call waits while the user is at the page that it opened', async () => {
  const limits = { connectMs: 20_000, probeMs: 5_000, callMs: 1_000, longestCallMs: 60_000 };
  const { call, page, answer } = await start('pages-later', limits);
  const running = call(url);
  await answer(await page(), opened);
  expect(JSON.parse(await running)).toEqual({ action: 'accept' });
});

test('a call that is refused without a page runs again once the user opened it and said so', async () => {
  const { call, page, answer, waiting } = await start('wants-pages');
  const running = call(url);
  const first = await page();
  expect(first.page?.opened).toBe(false);
  await answer(first, opened);
  const second = await page();
  expect(second.page).toEqual({ ...first.page, opened: true });
  await answer(second, opened);
  expect(await running).toBe('signed in');
  const again = call(url);
  await answer(await page(), { kind: 'decline' });
  await expect(again).rejects.toThrow('the user did not open the page');
  expect(waiting()).toEqual([]);
});

test('a server that never has enough of pages is ended by a bound', async () => {
  const { call, page, answer, waiting } = await start('always-wants-pages');
  const running = call(url);
  const ended = expect(running).rejects.toThrow('the app does not offer the page');
  for (let count = 0; count < 20; count += 1) await answer(await page(), opened);
  await ended;
  expect(waiting()).toEqual([]);
});

test.each(['pages', 'wants-pages'])(
  'a page (%s) goes with its call: stopped by the user, or ended with the server',
  async (fault) => {
    const { call, page, waiting, world, id } = await start(fault);
    const abort = new AbortController();
    const stopped = call(url, { signal: abort.signal });
    const over = expect(stopped).rejects.toThrow();
    await page();
    abort.abort();
    await over;
    expect(waiting()).toEqual([]);
    if (fault === 'wants-pages') await expect(call(url)).resolves.toBe('signed in');
    const ended = call(url);
    const gone = expect(ended).rejects.toThrow();
    await page();
    await world.door.toolServers.stop({ id }, nobody);
    await gone;
    expect(waiting()).toEqual([]);
  },
);

const hostile = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'ftp://files.example/x',
  'mailto:a@b.example',
  'http://plain.example/',
  'https://user@login.example/',
  'https://user:word@login.example/',
  'https://login.example\\@evil.example/',
  'https://login.example/\u0009x',
  'https://login.exa\nmple/',
  'https://login.example/\u202ex',
  'https://login.example/ x',
  ' https://login.example/',
  `https://login.example/${'x'.repeat(5_000)}`,
  // its normal form, which is opened, is longer
  `https://login.example/${'日'.repeat(1_500)}`,
];

test.each(hostile)(
  'the address %j is none that is offered, by a server of this computer neither',
  (address) => {
    for (const here of [true, false]) {
      expect(readPage({ mode: 'url', message: 'x', url: address }, here)).toBeNull();
    }
  },
);

test.each(['javascript:alert(1)', 'https://user@login.example/', 'http://plain.example/'])(
  'a server that asks for %s to be opened is answered without the user, and the log says so',
  async (address) => {
    const { call, world, id } = await start();
    expect(JSON.parse(await call(address))).toEqual({ action: 'cancel' });
    expect(world.events.of('toolForms.changed')).toEqual([]);
    const log = await world.door.toolServers.log({ id }, nobody);
    expect(log.map(({ text }) => text)).toContain('a page was not offered');
  },
);

test('a tool that changes while the user is at a page does not run', async () => {
  const { call, page, answer, world } = await start('wants-pages-and-changes');
  const running = call(url);
  const refused = expect(running).rejects.toThrow('changed since it was allowed');
  const first = await page();
  await world.events.until('tools.changed', (all) => JSON.stringify(all).includes('Other words.'));
  await answer(first, opened);
  await answer(await page(), opened);
  await refused;
});

test('a page whose address has a secret of its server is not offered', async () => {
  const world = await toolServersWorld();
  const environment = [{ name: 'TOKEN', value: 'secret-1234' }];
  const target = { ...testProgram('pages', 'TOKEN'), environment };
  const { id } = await world.door.toolServers.add({ name: 'test', systemId: null, target }, nobody);
  await world.until(id, 'running');
  await world.allow('echo');
  const asked = await world.call('test__echo', { text: 'https://login.example/?a=secret-1234' });
  expect(JSON.parse(asked)).toEqual({ action: 'cancel' });
  expect(world.events.of('toolForms.changed')).toEqual([]);
});

test('a name in other letters is told as the network knows it, with those letters beside', () => {
  const read = readPage(
    { mode: 'url', message: 'x', url: 'https://\u0430pple.example:8443/a' },
    false,
  );
  expect(read?.page).toEqual({
    url: 'https://xn--pple-43d.example:8443/a',
    host: 'xn--pple-43d.example:8443',
    readable: '\u0430pple.example',
  });
  expect(
    readPage({ mode: 'url', message: 'x', url: 'https://xn--pple-43d.example/' }, false),
  ).toEqual({
    ...{ message: 'x', fields: [] },
    page: {
      ...{ url: 'https://xn--pple-43d.example/', host: 'xn--pple-43d.example' },
      readable: '\u0430pple.example',
    },
  });
});

test('only a server of this computer leads to a page here', () => {
  const at = (to: string, server: string) =>
    readPage(
      { mode: 'url', message: 'x', url: to },
      isHere({ kind: 'http', url: server, certificate: false, headers: [] }),
    )?.page?.url ?? null;
  const here = 'http://127.0.0.1:8080/mcp';
  const elsewhere = 'https://tools.example/mcp';
  for (const page of ['http://127.0.0.1:5000/a', 'http://localhost/', 'https://[::1]:5000/']) {
    expect(at(page, here)).toBe(page);
    expect(at(page, elsewhere)).toBeNull();
  }
  // other ways to write this computer are read as it
  expect(at('http://2130706433/', elsewhere)).toBeNull();
  for (const page of ['https://0.0.0.0:1/', 'https://[::]/', 'https://localhost./']) {
    expect(at(page, elsewhere)).toBeNull();
  }
  expect(at('http://0x7f.1/', here)).toBe('http://127.0.0.1/');
  expect(at('http://intranet.example/', here)).toBeNull();
  expect(
    isHere({ kind: 'stdio', command: 'x', arguments: [], folder: null, environment: [] }),
  ).toBe(true);
});
