// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Column, Table } from '../../../renderer/ui/index.ts';
import { show } from './shown.tsx';

interface Client {
  readonly id: string;
  readonly created: number | null;
}

const clients: readonly Client[] = [
  { id: 'batch-12', created: 300 },
  { id: 'batch-7', created: null },
  { id: 'alpha', created: 900 },
];

const columns: readonly Column<Client>[] = [
  { id: 'id', title: 'Client ID', cell: ({ id }) => id, sortBy: ({ id }) => id },
  {
    id: 'created',
    title: 'Created',
    cell: ({ created }) => created ?? '',
    sortBy: ({ created }) => created,
  },
  { id: 'note', title: 'Note', cell: () => '' },
];

const table = (onOpen?: (client: Client) => void) => (
  <Table label="Clients" columns={columns} rows={clients} rowKey={({ id }) => id} onOpen={onOpen} />
);
const order = () =>
  screen.getAllByRole('row').flatMap((row) => row.querySelector('td')?.textContent ?? []);
const title = (name: string) => screen.getByRole('columnheader', { name });

test('a press on a title sorts by it, a second turns the order round, and both are said', async () => {
  await show(table());
  expect(order()).toEqual(['batch-12', 'batch-7', 'alpha']);
  fireEvent.click(screen.getByRole('button', { name: 'Client ID' }));
  expect(order()).toEqual(['alpha', 'batch-7', 'batch-12']);
  expect(title('Client ID').getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(screen.getByRole('button', { name: 'Client ID' }));
  expect(order()).toEqual(['batch-12', 'batch-7', 'alpha']);
  expect(title('Client ID').getAttribute('aria-sort')).toBe('descending');
});

test('numbers sort as numbers, and what has none comes last either way', async () => {
  await show(table());
  const created = screen.getByRole('button', { name: 'Created' });
  fireEvent.click(created);
  expect(order()).toEqual(['batch-12', 'alpha', 'batch-7']);
  fireEvent.click(created);
  expect(order()).toEqual(['alpha', 'batch-12', 'batch-7']);
});

test('a column that cannot be sorted offers nothing', async () => {
  await show(table());
  expect(screen.queryByRole('button', { name: 'Note' })).toBeNull();
  expect(title('Note').hasAttribute('aria-sort')).toBe(false);
});

test('arrow keys move between rows and a press opens one', async () => {
  const onOpen = vi.fn();
  await show(table(onOpen));
  const first = screen.getByRole('button', { name: 'batch-12' });
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('batch-7');
  fireEvent.keyDown(screen.getByRole('button', { name: 'batch-7' }), { key: 'End' });
  expect(document.activeElement?.textContent).toBe('alpha');
  fireEvent.click(screen.getByRole('button', { name: 'alpha' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(clients[2]);
});

test('only rows of which something changed are drawn anew', async () => {
  const drawn: string[] = [];
  const noting: readonly Column<Client>[] = [
    {
      ...{ id: 'id', title: 'Client ID' },
      cell({ id }) {
        drawn.push(id);
        return id;
      },
    },
  ];
  const noted = (rows: readonly Client[]) => (
    <Table label="Clients" columns={noting} rows={rows} rowKey={({ id }) => id} />
  );
  const { rerender } = await show(noted(clients));
  drawn.length = 0;
  rerender(noted(clients.map((one) => (one.id === 'alpha' ? { ...one, created: 1 } : one))));
  expect(new Set(drawn)).toEqual(new Set(['alpha']));
});
