// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Button, Dialog, useToasts } from '../../../renderer/ui/index.ts';
import { clearCorner } from '../../../renderer/ui/overlays/clearPlace.ts';
import { show } from './shown.tsx';

const box = (left: number, top: number, width: number, height: number) => ({
  ...{ left, top, right: left + width, bottom: top + height },
});
const low = { width: 960, height: 640 };
const toast = { width: 360, height: 40 };

test.each([
  ['nothing', [], 'bottom-right'],
  [
    'the footer of a dialog of 400 px',
    [box(560, 500, 100, 30), box(480, 500, 70, 30)],
    'bottom-left',
  ],
  ['the buttons of a sheet', [box(800, 590, 60, 30), box(560, 520, 300, 30)], 'bottom-left'],
  [
    'a high dialog with fields from left to right',
    [box(120, 500, 720, 120), box(120, 540, 720, 80)],
    'top-left',
  ],
  [
    'buttons everywhere: where it covers the least',
    [box(600, 400, 344, 230), box(0, 400, 344, 230), box(0, 0, 344, 200), box(900, 10, 30, 30)],
    'top-right',
  ],
] as const)('a toast stays clear of %s', (_, taken, corner) => {
  expect(clearCorner(toast, low, taken)).toBe(corner);
});

function Opened() {
  const toasts = useToasts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => toasts.show({ text: 'Saved.' })}>Save</Button>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Sure?"
        footer={<Button>Go on</Button>}
      />
    </>
  );
}

test('a dialog that opens under a toast sends it elsewhere', async () => {
  vi.stubGlobal('innerWidth', low.width);
  vi.stubGlobal('innerHeight', low.height);
  const measured = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockImplementation(function measure(this: Element) {
      const isToasts = this.hasAttribute('data-toasts');
      const [left, top] = this.textContent === 'Go on' ? [600, 510] : [0, 0];
      const { width, height } = isToasts ? toast : { width: left === 0 ? 0 : 70, height: 30 };
      return { ...box(left, top, width, height), width, height, x: left, y: top, toJSON: () => '' };
    });
  onTestFinished(() => {
    measured.mockRestore();
    vi.unstubAllGlobals();
  });
  await show(<Opened />);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  const region = screen.getByRole('region', { name: 'Status messages' });
  expect(region.className).toContain('right-4 bottom-24');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Ask' })));
  await screen.findByRole('button', { name: 'Go on' });
  await waitFor(() => expect(region.className).toContain('bottom-4 left-4'));
});
