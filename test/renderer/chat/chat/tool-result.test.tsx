// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { at, chatWorld, message, place } from '../chat-world.ts';

async function openResult(name: string, result: unknown) {
  const call = { id: 'c1', name, arguments: '{}', state: 'done' as const };
  const { bridge } = chatWorld({
    branch: [
      message('m0', 0),
      message('m1', 1, { toolCalls: [{ ...call, result: JSON.stringify(result) }] }),
    ],
  });
  await openApp(bridge, place);
  return within(await screen.findByRole('list', { name: 'Tools called' }));
}

const rows = (list: ReturnType<typeof within>) =>
  list.getAllByRole('row').map(({ cells }: HTMLTableRowElement) => cells[0]?.textContent);

it('states of machines are a small table, with those that are not up first, and JSON one press away', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const list = await openResult('machine_states', {
    checkedAt: at,
    machines: names.map((name) => ({
      ...{ name, status: 'OK', since: at },
      state: name === 'g' ? 'down' : 'up',
    })),
  });
  list.getByText('7 machines, 1 not up');
  expect(rows(list)).toEqual(['Machine', 'g', 'a', 'b', 'c']);
  expect(list.queryByText(/checkedAt/)).toBeNull();
  list.getByText('3 more, all up');
  fireEvent.click(list.getByRole('button', { name: 'Show all' }));
  expect(rows(list)).toHaveLength(8);
  fireEvent.click(list.getByRole('button', { name: 'JSON' }));
  expect(list.getByRole('group', { name: 'Result' }).textContent).toContain('"checkedAt"');
  expect(list.queryByRole('table')).toBeNull();
  fireEvent.click(list.getByRole('button', { name: 'Table' }));
  expect(rows(list)).toHaveLength(8);
  // folded to one line, as any other call
  fireEvent.click(list.getByRole('button', { name: /^machine_states/ }));
  expect(list.queryByRole('table')).toBeNull();
  list.getByText('7 machines, 1 not up');
});

it('other lists of records are folded, and a table once unfolded', async () => {
  const list = await openResult('jobs', { jobs: [{ id: 1, state: 'running' }] });
  expect(list.queryByRole('table')).toBeNull();
  fireEvent.click(list.getByRole('button', { name: /^jobs.*1 row$/ }));
  expect(rows(list)).toEqual(['id', '1']);
});
