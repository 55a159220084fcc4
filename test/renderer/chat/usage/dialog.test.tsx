// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { UsageDay } from '../../../../preload/contract/chat/usage.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { fromPalette, openApp } from '../../app.tsx';
import { chatWorld, composer, inputs, place } from '../chat-world.ts';

const day = (keyId: string, keyName: string, model: string, change: Partial<UsageDay> = {}) => ({
  ...{ day: '2026-01-01', keyId, keyName, model },
  ...{ requests: 1, uncounted: 0, inputTokens: 1000, outputTokens: 10 },
  ...{ cachedTokens: null, reasoningTokens: null },
  ...change,
});

async function openUsage(first: UsageDay[]) {
  let days = first;
  const { bridge } = chatWorld({ branch: [] });
  bridge.answer({ 'usage.snapshot': () => days });
  await openApp(bridge, place);
  await composer();
  await fromPalette('usage', /^Usage/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Usage' }));
  /** The cells of each row of the table of this name. */
  const rowsOf = (name: string) =>
    within(dialog.getByRole('region', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell'))
      .map((cells) => cells.map(({ textContent }) => textContent));
  const become = (next: UsageDay[]) => {
    days = next;
    act(() => bridge.emit('usage.changed', { systemId: 'alpha' }));
  };
  return { bridge, dialog, rowsOf, become };
}

const days = [
  day('k1', 'Lab', 'alpha', { requests: 2, uncounted: 1 }),
  day('k1', 'Lab', 'beta', { inputTokens: 5 }),
  day('k2', 'Course', 'alpha', { day: '2026-01-02' }),
];

describe('the usage', () => {
  it('is summed up by model, by key and day by day, always to the same total', async () => {
    const { dialog, rowsOf } = await openUsage(days);
    await dialog.findByRole('region', { name: 'Usage by model' });
    const total = ['Total', '4 (1 uncounted)', '2,005', '30'];
    expect(rowsOf('Usage by model')).toEqual([
      ['alpha', '3 (1 uncounted)', '2,000', '20'],
      ['beta', '1', '5', '10'],
      total,
    ]);
    fireEvent.change(dialog.getByRole('combobox', { name: 'Group by' }), {
      target: { value: 'key' },
    });
    expect(rowsOf('Usage by API key')).toEqual([
      ['Lab', '3 (1 uncounted)', '1,005', '20'],
      ['Course', '1', '1,000', '10'],
      total,
    ]);
    fireEvent.click(dialog.getByRole('button', { name: 'Show each day' }));
    expect(rowsOf('Usage day by day')).toEqual([
      ['2026-01-02', 'alpha', 'Course', '1', '1,000', '10'],
      ['2026-01-01', 'beta', 'Lab', '1', '5', '10'],
      ['2026-01-01', 'alpha', 'Lab', '2 (1 uncounted)', '1,000', '10'],
      total,
    ]);
  });

  it('says what of the tokens was cached and what was reasoning, where the service told', async () => {
    const { rowsOf, dialog } = await openUsage([
      day('k1', 'Lab', 'alpha', { cachedTokens: 900, reasoningTokens: 7 }),
      day('k1', 'Lab', 'beta'),
    ]);
    await dialog.findByRole('region', { name: 'Usage by model' });
    expect(rowsOf('Usage by model')).toEqual([
      ['alpha', '1', '1,000 (900 cached)', '10 (7 reasoning)'],
      ['beta', '1', '1,000', '10'],
      ['Total', '2', '2,000 (900 cached)', '20 (7 reasoning)'],
    ]);
  });

  it('tells two keys of the same name apart', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const { dialog, rowsOf } = await openUsage([
        day('k1', 'Lab', 'alpha'),
        day('k2', 'Lab', 'alpha', { inputTokens: 7 }),
      ]);
      await dialog.findByRole('region', { name: 'Usage by model' });
      fireEvent.change(dialog.getByRole('combobox', { name: 'Group by' }), {
        target: { value: 'key' },
      });
      expect(rowsOf('Usage by API key')).toEqual([
        ['Lab', '1', '1,000', '10'],
        ['Lab', '1', '7', '10'],
        ['Total', '2', '1,007', '20'],
      ]);
      expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Lab',
        'Lab',
      ]);
      expect(complaints.mock.calls.map(([text]) => String(text))).not.toContainEqual(
        expect.stringContaining('same key'),
      );
    } finally {
      complaints.mockRestore();
    }
  });

  it('follows what is asked meanwhile', async () => {
    const { dialog, rowsOf, become } = await openUsage([]);
    expect(await dialog.findByText('No requests in this period.')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: /CSV/ }).disabled).toBe(true);
    become([day('k1', 'Lab', 'alpha')]);
    await dialog.findByRole('region', { name: 'Usage by model' });
    expect(rowsOf('Usage by model')).toContainEqual(['Total', '1', '1,000', '10']);
    expect(dialog.queryByText('No requests in this period.')).toBeNull();
  });

  it('is exported for the days that are shown, and says why where it could not be', async () => {
    const { bridge, dialog } = await openUsage(days);
    bridge.answer({
      'usage.exportFile': () => {
        throw new AppError('file-not-saved');
      },
    });
    fireEvent.click(dialog.getByRole('radio', { name: '7 days' }));
    await dialog.findByRole('region', { name: 'Usage by model' });
    fireEvent.click(dialog.getByRole('button', { name: 'Export as CSV' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    await waitFor(() =>
      expect(inputs(bridge, 'usage.exportFile')).toEqual([inputs(bridge, 'usage.snapshot').at(-1)]),
    );
  });
});
