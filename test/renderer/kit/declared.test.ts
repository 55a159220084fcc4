// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { menuEntries, menuIds } from '../../../preload/contract/menu.ts';
import { commandIds, commandOf } from '../../../renderer/kit/commands/declared.ts';
import { isPressed } from '../../../renderer/kit/commands/keys.ts';
import { createCommands } from '../../../renderer/kit/commands/store.ts';
import { isScreen, type Screen, screenIds, screenOf } from '../../../renderer/kit/screens.ts';

describe('keys', () => {
  test('mean one thing each, in the window and in the menu of its host', () => {
    const heard = [...screenIds.map(screenOf), ...commandIds.map(commandOf)].flatMap(
      ({ keys }) => keys ?? [],
    );
    const inMenu = menuIds.flatMap((id) => (menuEntries[id].inWindow ? [] : menuEntries[id].keys));
    const all = [...heard, ...inMenu];
    expect(all.filter((keys, at) => all.indexOf(keys) !== at)).toEqual([]);
  });

  const pressed = (init: KeyboardEventInit & { target?: HTMLElement }): string[] => {
    const event = new KeyboardEvent('keydown', { cancelable: true, bubbles: true, ...init });
    if (init.target !== undefined) document.body.append(init.target);
    (init.target ?? document.body).dispatchEvent(event);
    return [...screenIds, ...commandIds].filter((id) => {
      const { keys } = isScreen(id) ? screenOf(id) : commandOf(id);
      return keys !== undefined && isPressed(keys, event);
    });
  };

  test.each([
    [{ key: '2', ctrlKey: true }, ['chat']],
    // that of the desktop
    [{ key: '2', metaKey: true }, []],
    [{ key: '2', ctrlKey: true, metaKey: true }, []],
    [{ key: '?', shiftKey: true, metaKey: true }, []],
    [{ key: '2' }, []],
    [{ key: '2', ctrlKey: true, shiftKey: true }, []],
    [{ key: 'K', ctrlKey: true }, ['palette']],
    [{ key: 'K', ctrlKey: true, shiftKey: true }, ['model']],
    [{ key: 'k', ctrlKey: true, altKey: true }, []],
    [{ key: 'k', ctrlKey: true, isComposing: true }, []],
    [{ key: '>', code: 'Period', ctrlKey: true, shiftKey: true }, ['next-branch']],
    [{ key: 'F2' }, ['rename']],
    [{ key: 'F2', shiftKey: true }, []],
    [{ key: '?', shiftKey: true }, ['shortcuts']],
    [{ key: '?', ctrlKey: true }, []],
    // Alt belongs to the message field
    [{ key: 'ArrowUp', altKey: true }, []],
  ])('%j asks for %j', (init, asked) => {
    expect(pressed(init)).toEqual(asked);
  });

  test.each([
    [{ key: 'k', metaKey: true }, 'mod+k', true],
    // there it deletes to the end of the line, and goes to the one above
    [{ key: 'k', ctrlKey: true }, 'mod+k', false],
    [{ key: 'p', ctrlKey: true }, 'mod+p', false],
    [{ key: 'k', ctrlKey: true, metaKey: true }, 'mod+k', false],
    [{ key: '?', shiftKey: true }, '?', true],
    [{ key: '?', shiftKey: true, ctrlKey: true }, '?', false],
    [{ key: 'F2', ctrlKey: true }, 'f2', false],
    [{ key: 'Enter', metaKey: true }, 'mod+enter', true],
    [{ key: 'Enter', ctrlKey: true }, 'mod+enter', false],
  ] as const)('on a Mac %j is %s: %s', (init, keys, means) => {
    expect(isPressed(keys, new KeyboardEvent('keydown', init), true)).toBe(means);
  });

  test('a character belongs to who types, a function key does not', () => {
    const target = document.createElement('textarea');
    expect(pressed({ key: '?', shiftKey: true, target })).toEqual([]);
    expect(pressed({ key: 'F2', target })).toEqual(['rename']);
  });
});

describe('a command', () => {
  function world(hasSystem = true) {
    const opened: Screen[] = [];
    const done: string[] = [];
    const commands = createCommands({
      makesSense: (id) => hasSystem || commandOf(id).withoutSystem === true,
      open: (screen) => opened.push(screen),
    });
    return { commands, opened, done };
  }

  test('is carried out by what offers it last, and by nothing once that is gone', () => {
    const { commands, done } = world();
    expect(commands.ask('regenerate')).toBe(false);
    const end = commands.offer('regenerate', () => done.push('first'));
    commands.offer('regenerate', () => done.push('second'));
    end();
    expect(commands.offers('regenerate')).toBe(true);
    expect(commands.ask('regenerate')).toBe(true);
    expect(done).toEqual(['second']);
  });

  test('that opens its screen waits for it, with what it is done with; the last one asked for counts', () => {
    const { commands, opened, done } = world();
    expect(commands.ask('create-client')).toBe(true);
    expect(commands.ask('insert-prompt', 'p1')).toBe(true);
    expect(opened).toEqual(['clients', 'chat']);
    commands.offer('create-client', () => done.push('a client'));
    commands.offer('insert-prompt', (item) => done.push(item));
    commands.offer('insert-prompt', (item) => done.push(item));
    expect(done).toEqual(['p1']);
  });

  test('makes no sense before a system is set up, but for those that say so', () => {
    const { commands, opened } = world(false);
    commands.offer('sidebar', () => undefined);
    commands.offer('shortcuts', () => undefined);
    expect(commands.ask('new')).toBe(false);
    expect(commandIds.filter((id) => commands.offers(id))).toEqual(['shortcuts']);
    expect(commands.ask('shortcuts')).toBe(true);
    expect(opened).toEqual([]);
  });
});
