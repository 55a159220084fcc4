// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import { createClient } from '../../renderer/client/index.ts';
import { byTrouble, countNotUp, createStores, worstState } from '../../renderer/kit/index.ts';
import { fromHash, toHash } from '../../renderer/kit/route.ts';
import { createWorld, machine, machinesOf, system } from './world.ts';

const up = machine('Altair', 'OK', 'up');
const down = machine('Capella', 'NG', 'down');

function start(world: Parameters<typeof createWorld>[0]) {
  const { bridge } = createWorld(world);
  return { bridge, stores: createStores(createClient(bridge), window) };
}

describe('a store', () => {
  it('starts from a snapshot and follows events', async () => {
    const { bridge, stores } = start({ systems: [system('a', 'A')], machines: [up] });
    const shown = () => stores.machines.getState().value?.machines.map(({ status }) => status);
    await waitFor(() => expect(shown()).toEqual(['OK']));
    bridge.emit('machines.changed', machinesOf('a', [down]));
    expect(shown()).toEqual(['NG']);
  });

  it('takes no event of a system that is not selected', async () => {
    const { bridge, stores } = start({ systems: [system('a', 'A')], machines: [up] });
    await waitFor(() => expect(stores.machines.getState().value).not.toBeNull());
    bridge.emit('machines.changed', machinesOf('b', [down]));
    expect(stores.machines.getState().value?.systemId).toBe('a');
  });

  it('takes the snapshot of another system when that is selected', async () => {
    const { stores } = start({ systems: [system('a', 'A'), system('b', 'B')], machines: [up] });
    await waitFor(() => expect(stores.machines.getState().value?.systemId).toBe('a'));
    await stores.client.call('systems.select', { id: 'b' });
    await waitFor(() => expect(stores.machines.getState().value?.systemId).toBe('b'));
  });

  it('takes new snapshots when main comes back', async () => {
    const { bridge, stores } = start({ systems: [system('a', 'A')] });
    await waitFor(() => expect(stores.systems.getState().value?.systems).toHaveLength(1));
    bridge.connect('lost');
    expect(stores.connection.getState().connection).toBe('lost');
    bridge.answer({ 'systems.snapshot': () => ({ systems: [], selectedId: null }) });
    bridge.connect('connected');
    await waitFor(() => expect(stores.systems.getState().value?.systems).toHaveLength(0));
    expect(stores.connection.getState().connection).toBe('connected');
  });

  it('does not let a snapshot overwrite an event that crossed it', async () => {
    const { bridge, stores } = start({});
    await waitFor(() => expect(stores.systems.getState().value).not.toBeNull());
    const later = { systems: [system('a', 'A')], selectedId: 'a' };
    let asked = 0;
    bridge.answer({
      'systems.snapshot': () => {
        asked += 1;
        if (asked > 1) return later;
        bridge.emit('systems.changed', later);
        return { systems: [], selectedId: null };
      },
    });
    await stores.systems.retake();
    expect(stores.systems.getState().value).toEqual(later);
  });

  it('keeps its value and says why a snapshot failed', async () => {
    const { bridge, stores } = start({ systems: [system('a', 'A')] });
    await waitFor(() => expect(stores.systems.getState().value).not.toBeNull());
    bridge.answer({
      'systems.snapshot': () => {
        throw new AppError('internal');
      },
    });
    await stores.systems.retake();
    expect(stores.systems.getState().problem?.code).toBe('internal');
    expect(stores.systems.getState().value?.systems).toHaveLength(1);
  });
});

describe('the machines', () => {
  const unknown = machine('Bellatrix', 'hm', 'unknown');

  it('come with what is not up first, then by name', () => {
    const names = byTrouble([up, unknown, machine('Zaurak', 'OK', 'up'), down], 'en');
    expect(names.map(({ name }) => name)).toEqual(['Capella', 'Bellatrix', 'Altair', 'Zaurak']);
  });

  it('are counted and summed up by the worst', () => {
    expect(countNotUp(machinesOf('a', [up, unknown, down]))).toBe(2);
    expect(worstState(machinesOf('a', [up, unknown, down]))).toBe('down');
    expect(worstState(machinesOf('a', [up]))).toBe('up');
  });

  it('are unknown, not down, while the API cannot be reached', () => {
    const problem = new AppError('network-timeout').toData();
    expect(worstState(machinesOf('a', [down], { problem }))).toBe('unknown');
  });
});

describe('a place', () => {
  it.each([
    '#/machines',
    '#/machines/node%2F1',
    '#/chat',
    '#/chat/c%201',
    '#/clients/k1',
    '#/certificates',
    '#/settings',
    '#/systems/new',
    '#/systems/a',
  ])('%s is read as it is written', (hash) => {
    expect(toHash(fromHash(hash))).toBe(hash);
  });

  it.each(['', '#', '#/nowhere', '#/systems', '#/chat/%', 'https://elsewhere.example'])(
    '%s leads to a screen',
    (hash) => {
      expect(['machines', 'chat']).toContain(fromHash(hash).screen);
    },
  );
});

describe('the vault', () => {
  it('asks once for two actions at once, and runs both when it is ready', async () => {
    const { stores } = start({});
    let ready = false;
    const action = (name: string) => async () => {
      if (!ready) throw new AppError('vault-locked');
      return name;
    };
    const both = Promise.all([
      stores.vault.withVault(action('one')),
      stores.vault.withVault(action('two')),
    ]);
    await waitFor(() => expect(stores.vault.question.getState().asked?.need).toBe('unlock'));
    ready = true;
    stores.vault.question.getState().asked?.answer({});
    expect(await both).toEqual(['one', 'two']);
    expect(stores.vault.question.getState().asked).toBeNull();
  });

  it('takes the word for a passphrase that was typed again to the action, for that once', async () => {
    const { stores } = start({});
    const given: unknown[] = [];
    const action = stores.vault.withVault(async (confirmation) => {
      given.push(confirmation);
      if (confirmation !== 'second') throw new AppError('vault-confirmation-needed');
      return 'done';
    });
    for (const confirmation of ['first', 'second']) {
      await waitFor(() => expect(stores.vault.question.getState().asked?.need).toBe('confirm'));
      stores.vault.question.getState().asked?.answer({ confirmation });
    }
    expect(await action).toBe('done');
    expect(given).toEqual([undefined, 'first', 'second']);
  });

  it('gives the action up as cancelled when the user does', async () => {
    const { stores } = start({});
    const action = stores.vault.withVault(async () => {
      throw new AppError('vault-not-set-up');
    });
    const outcome = expect(action).rejects.toMatchObject({ code: 'cancelled' });
    await waitFor(() => expect(stores.vault.question.getState().asked?.need).toBe('set-up'));
    stores.vault.question.getState().asked?.answer(null);
    await outcome;
  });

  it('lets other failures through without asking', async () => {
    const { stores } = start({});
    const action = stores.vault.withVault(async () => {
      throw new AppError('not-found');
    });
    await expect(action).rejects.toMatchObject({ code: 'not-found' });
    expect(stores.vault.question.getState().asked).toBeNull();
  });
});
