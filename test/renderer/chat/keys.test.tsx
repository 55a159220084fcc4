// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { fromPalette, openApp } from '../app.tsx';
import { expectFocus, pressEnter } from '../keyboard.ts';
import { apiKey, at, chatWorld, inputs } from './chat-world.ts';

const secret = 'sk-not-for-the-page-wxyz';
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const keyField = () => screen.getByLabelText<HTMLInputElement>('API key', { selector: 'input' });
const openKeys = async () => {
  await fromPalette('api keys', /API keys/);
  return screen.findByRole('dialog', { name: 'API keys' });
};

/** A service without a key, whose main keeps what it is given. */
function worldWithoutKeys() {
  const world = chatWorld({ branch: [], service: { keys: [], selectedKeyId: null } });
  world.bridge.answer({
    'genai.testKey': () => ({ models: ['alpha'], problem: null }),
    'genai.addKey': ({ name, key }) => {
      const added = apiKey('k1', name, { lastFour: key.slice(-4) });
      world.setService({ keys: [added], selectedKeyId: added.id });
      return added;
    },
  });
  return world;
}

/** Opens the form for the first key and fills it. */
async function fillFirst(key: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Add API key' }));
  type(await screen.findByRole('textbox', { name: 'Name' }), 'Lab');
  type(keyField(), key);
  return screen.getByRole<HTMLButtonElement>('button', { name: 'Test and add' });
}

describe('an API key', () => {
  it('is asked for first, and explained as the portal makes it below that; the price where the document says it', async () => {
    const world = worldWithoutKeys();
    await openApp(world.bridge, '#/chat');
    fireEvent.click(await screen.findByRole('button', { name: 'Add API key' }));
    const how = () => screen.getByText('How to get a key').closest('section');
    const fold = await screen.findByRole('button', { name: 'How to get a key' });
    // nothing to read before the field: the caret is in it
    await waitFor(() => expect(document.activeElement).toBe(keyField()));
    expect(keyField().compareDocumentPosition(fold)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('button', { name: 'Usage' })).toBeNull();
    fireEvent.click(fold);
    const [steps, rules] = within(how() ?? document.body).getAllByRole('list');
    expect(steps?.textContent).toMatch(/Open “API keys”.*Choose a project.*at once.*Paste it/);
    expect(rules?.textContent).toMatch(
      /one key at a time.*billed to the key’s project.*Do not share.*revoke it/,
    );
    expect(rules?.textContent).not.toContain('free of charge');
    act(() => world.setService({ terms: { cost: 'earlyAccess2', asOf: '2026-11-22' } }));
    expect(rules?.textContent).toContain('free of charge in Early Access Phase 2');
    expect(rules?.textContent).toContain('22 Nov 2026');
  });

  it('that is added stands in the list by its last characters, and nowhere in the page as a whole', async () => {
    const { bridge } = worldWithoutKeys();
    await openApp(bridge, '#/chat');
    fireEvent.click(await fillFirst(secret));
    expect(
      await screen.findByText('The service accepts the key “Lab” and lists 1 model.'),
    ).toBeTruthy();
    expect(inputs(bridge, 'genai.addKey')).toEqual([
      { systemId: 'alpha', name: 'Lab', key: secret },
    ]);
    const dialog = await openKeys();
    const row = within(dialog).getByRole('radio', { name: /Lab/, checked: true });
    expect(row.closest('li')?.textContent).toContain('••••wxyz');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add API key' }));
    expect(document.body.outerHTML).not.toContain(secret);
    const typed = [...document.querySelectorAll('input')].map(({ value }) => value);
    expect(typed).not.toContain(secret);
  });

  it('that is the first leads to the message field', async () => {
    const { bridge } = worldWithoutKeys();
    await openApp(bridge, '#/chat');
    fireEvent.click(await fillFirst(secret));
    const message = await screen.findByRole('textbox', { name: 'Message' });
    await waitFor(() => expect(document.activeElement).toBe(message));
  });

  it('without a name is numbered if another has the usual one', async () => {
    const keys = [apiKey('k1', 'API key')];
    const { bridge } = chatWorld({ branch: [], service: { keys } });
    bridge.answer({
      'genai.testKey': () => ({ models: ['alpha'], problem: null }),
      'genai.addKey': ({ name }) => apiKey('k2', name),
    });
    await openApp(bridge, '#/chat');
    const dialog = await openKeys();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add API key' }));
    type(keyField(), secret);
    fireEvent.click(screen.getByRole('button', { name: 'Test and add' }));
    await waitFor(() =>
      expect(inputs(bridge, 'genai.addKey')).toMatchObject([{ name: 'API key 2' }]),
    );
  });

  it('that the service refuses is not kept, and what was typed stays until it is kept all the same', async () => {
    const { bridge } = worldWithoutKeys();
    const problem = new AppError('api-key-refused', { details: { host: 'ai.alpha' } }).toData();
    bridge.answer({ 'genai.testKey': () => ({ models: [], problem }) });
    await openApp(bridge, '#/chat');
    fireEvent.click(await fillFirst(secret));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('ai.alpha did not accept this API key.');
    expect(alert.textContent).not.toMatch(/sign|certificate/i);
    expect(inputs(bridge, 'genai.addKey')).toEqual([]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Lab');
    expect(keyField().value).toBe(secret);
    fireEvent.click(within(alert).getByRole('button', { name: 'Add anyway' }));
    expect(
      await screen.findByText(/Added the key “Lab”. The service has not accepted/),
    ).toBeTruthy();
    expect(inputs(bridge, 'genai.addKey')).toHaveLength(1);
  });

  it('that could stand in no header is refused before anybody is asked', async () => {
    const { bridge } = worldWithoutKeys();
    await openApp(bridge, '#/chat');
    const submit = await fillFirst('two words');
    expect(screen.getByText(/A key has no spaces/)).toBeTruthy();
    expect(submit.disabled).toBe(true);
    fireEvent.submit(keyField());
    expect(inputs(bridge, 'genai.testKey')).toEqual([]);
  });

  const startRenaming = async () => {
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for the key Key' }), {
      key: 'Enter',
    });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    type(field, 'The new lab');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    return field;
  };

  it('gets another name, and keeps the typed one in its field when main refuses it', async () => {
    const world = chatWorld({ branch: [] });
    const { bridge } = world;
    bridge.answer({
      'genai.renameKey': () => {
        throw new AppError('not-found');
      },
    });
    await openApp(bridge, '#/chat');
    await openKeys();
    const field = await startRenaming();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(field.isConnected).toBe(true);
    expect(field.value).toBe('The new lab');
    bridge.answer({
      'genai.renameKey': ({ name }) => world.setService({ keys: [apiKey('k1', name)] }),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('radio', { name: /The new lab/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that was revoked says so and is replaced in its place', async () => {
    const keys = [apiKey('k1', 'Lab', { refusedAt: at })];
    const world = chatWorld({ branch: [], service: { keys } });
    const { bridge } = world;
    bridge.answer({
      'genai.testKey': () => ({ models: ['alpha', 'beta'], problem: null }),
      'genai.replaceKey': ({ key }) => {
        const replaced = apiKey('k1', 'Lab', { lastFour: key.slice(-4) });
        world.setService({ keys: [replaced] });
        return replaced;
      },
    });
    await openApp(bridge, '#/chat');
    const dialog = await openKeys();
    expect(within(dialog).getByText(/The service refused this key/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Replace' }));
    type(screen.getByLabelText('New API key', { selector: 'input' }), secret);
    fireEvent.click(screen.getByRole('button', { name: 'Test and replace' }));
    await waitFor(() =>
      expect(inputs(bridge, 'genai.replaceKey')).toEqual([{ id: 'k1', key: secret }]),
    );
    expect(await screen.findByText('••••wxyz')).toBeTruthy();
    expect(screen.queryByText(/The service refused this key/)).toBeNull();
  });

  it('is not asked for where the service answers without one', async () => {
    const { bridge } = chatWorld({
      branch: [],
      service: { keys: [], selectedKeyId: null, keyless: true },
    });
    await openApp(bridge, '#/chat');
    expect(await screen.findByRole('button', { name: 'No key needed' })).toBeTruthy();
    expect(screen.queryByText('An API key is needed')).toBeNull();
  });

  it('that is removed by the keyboard leaves the focus in the list', async () => {
    const keys = ['One', 'Two'].map((name, at) => apiKey(`k${at + 1}`, name));
    const world = chatWorld({ branch: [], service: { keys } });
    world.bridge.answer({ 'genai.removeKey': () => world.setService({ keys: keys.slice(1) }) });
    await openApp(world.bridge, '#/chat');
    const dialog = await openKeys();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for the key One' }), {
      key: 'Enter',
    });
    pressEnter(await screen.findByRole('menuitem', { name: 'Remove key' }));
    const question = await screen.findByRole('alertdialog');
    pressEnter(within(question).getByRole('button', { name: 'Remove key' }));
    await waitFor(() => expect(screen.queryByRole('radio', { name: /One/ })).toBeNull());
    await expectFocus(() =>
      within(dialog).getByRole('radio', { name: /Two/ }).closest('li')?.querySelector(':focus'),
    );
  });

  it('is removed only after a question', async () => {
    const world = chatWorld({ branch: [] });
    const { bridge } = world;
    bridge.answer({
      'genai.removeKey': () => world.setService({ keys: [], selectedKeyId: null }),
    });
    await openApp(bridge, '#/chat');
    await openKeys();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for the key Key' }), {
      key: 'Enter',
    });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove key' }));
    const question = await screen.findByRole('alertdialog', { name: 'Remove the API key “Key”?' });
    expect(inputs(bridge, 'genai.removeKey')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Remove key' }));
    await waitFor(() => expect(inputs(bridge, 'genai.removeKey')).toEqual([{ id: 'k1' }]));
    await waitFor(() => expect(screen.queryByRole('radio', { name: /Key/ })).toBeNull());
  });
});
