// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Bar, Button, ConfirmDialog, useToasts } from '../../../renderer/ui/index.ts';
import { expectFocus, pressEnter } from '../keyboard.ts';
import { show } from './shown.tsx';

/** A list in a screen: its rows are deleted at once or after a question, with a toast that undoes it. */
function List() {
  const toasts = useToasts();
  const [rows, setRows] = useState(['one', 'two', 'three']);
  const [asked, setAsked] = useState<string | null>(null);
  const [note, setNote] = useState(true);
  const [locked, setLocked] = useState(false);
  const remove = (row: string) => {
    setRows(rows.filter((other) => other !== row));
    toasts.show({ text: `Deleted ${row}.`, undo: () => setRows(rows) });
  };
  return (
    <main tabIndex={-1}>
      {note && <Bar onDismiss={() => setNote(false)}>Note</Bar>}
      <ul>
        {rows.map((row) => (
          <li key={row} aria-label={row}>
            <Button onClick={() => remove(row)}>Delete</Button>
            <Button onClick={() => setAsked(row)}>Delete…</Button>
          </li>
        ))}
      </ul>
      <p>
        <Button>Before</Button>
        <Button disabled={locked} onClick={() => setLocked(true)}>
          Lock
        </Button>
      </p>
      <ConfirmDialog
        open={asked !== null}
        title="Delete?"
        confirmLabel="Delete it"
        onConfirm={() => setRows(rows.filter((row) => row !== asked))}
        onClose={() => setAsked(null)}
      />
    </main>
  );
}

const inRow = (row: string, name = 'Delete') =>
  within(screen.getByRole('listitem', { name: row })).getByRole('button', { name });

test('a row deleted by its own button leaves the focus to the next one, the last to the one before', async () => {
  await show(<List />);
  pressEnter(inRow('two'));
  await expectFocus(() => inRow('three'));
  pressEnter(inRow('three'));
  await expectFocus(() => inRow('one', 'Delete…'));
  pressEnter(inRow('one'));
  await expectFocus(() => screen.getByRole('main'));
});

test('a row deleted after a question leaves the focus to the next one', async () => {
  await show(<List />);
  pressEnter(inRow('two', 'Delete…'));
  pressEnter(await screen.findByRole('button', { name: 'Delete it' }));
  await expectFocus(() => inRow('three'));
});

test('undone in a toast, the focus is where it was before the toast', async () => {
  await show(<List />);
  pressEnter(inRow('two'));
  await expectFocus(() => inRow('three'));
  pressEnter(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(inRow('two')).toBeTruthy());
  await expectFocus(() => inRow('three'));
});

test('a bar that closes leaves the focus to its screen, a control that is disabled to its neighbour', async () => {
  await show(<List />);
  pressEnter(screen.getByRole('button', { name: 'Dismiss' }));
  await expectFocus(() => screen.getByRole('main'));
  pressEnter(screen.getByRole('button', { name: 'Lock' }));
  await expectFocus(() => screen.getByRole('button', { name: 'Before' }));
});

/** Lets the time pass that a screen has to set the focus itself. */
const pass = () => act(async () => void (await vi.advanceTimersByTimeAsync(1_000)));

function withoutClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a held key presses nothing but what it was pressed on', async () => {
  await show(<List />);
  withoutClock();
  const held = inRow('one');
  held.focus();
  fireEvent.keyDown(held, { key: 'Enter' });
  fireEvent.click(held);
  await pass();
  expect(document.activeElement).toBe(document.body);
  fireEvent.keyUp(document.body, { key: 'Enter' });
  await pass();
  expect(document.activeElement).toBe(inRow('two'));
});

test('who pressed beside every control, or scrolled with the wheel, is given no focus', async () => {
  await show(<List />);
  withoutClock();
  inRow('one').focus();
  fireEvent.pointerDown(document.body);
  inRow('one').blur();
  await pass();
  fireEvent.click(inRow('one'));
  await pass();
  expect(document.activeElement).toBe(document.body);
  inRow('two').focus();
  fireEvent.wheel(inRow('two'));
  fireEvent.click(inRow('two'));
  await pass();
  expect(document.activeElement).toBe(document.body);
  // keys again: the focus is kept again
  pressEnter(inRow('three'));
  await pass();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
