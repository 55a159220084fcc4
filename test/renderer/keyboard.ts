import { fireEvent, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Presses a control as the Enter key does. jsdom sends no click of its own for it. */
export function pressEnter(control: HTMLElement): void {
  control.focus();
  fireEvent.keyDown(control, { key: 'Enter' });
  fireEvent.click(control);
  fireEvent.keyUp(document.activeElement ?? document.body, { key: 'Enter' });
}

/** Waits until this has the focus: the element now on the page, which may be another one each time. */
export const expectFocus = (element: () => Element | null | undefined): Promise<void> =>
  waitFor(() => {
    const wanted = element();
    expect(wanted).toBeInstanceOf(Element);
    expect(document.activeElement).toBe(wanted);
  });
