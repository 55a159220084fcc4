import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { App } from '../../renderer/app/App.tsx';
import { openStores } from '../../renderer/app/preferences.ts';
import { patience } from '../support/patience.ts';
import type { FakeBridge } from './fake-bridge.ts';

// what jsdom lacks and the components ask for
const never = {
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};
window.matchMedia = () => never as unknown as MediaQueryList;
const nothing = () => undefined;
globalThis.ResizeObserver = class {
  observe = nothing;
  unobserve = nothing;
  disconnect = nothing;
};
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;

/** The whole renderer on a place, over a fake main. */
export async function openApp(bridge: FakeBridge, hash = '') {
  // a first test also waits for its screen's own modules to load
  configure({ asyncUtilTimeout: patience(10_000) });
  onTestFinished(() => {
    cleanup();
    localStorage.clear();
    window.history.replaceState(null, '', '#');
  });
  window.history.replaceState(null, '', hash === '' ? '#' : hash);
  const { stores, texts: loading } = openStores(bridge, window, ['en']);
  const texts = await loading;
  return { stores, ...render(<App stores={stores} texts={texts} />) };
}

/** The open palette's field, once what it finds is there. */
export async function paletteField(): Promise<HTMLElement> {
  await screen.findByRole('listbox', { name: 'Command palette' });
  return screen.getByPlaceholderText('Search screens, actions and names');
}

/** Types into the palette and takes the entry of this name. */
export async function fromPalette(text: string, name: RegExp | string): Promise<void> {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  fireEvent.change(await paletteField(), { target: { value: text } });
  fireEvent.click(await screen.findByRole('option', { name }));
}

/** A file to choose; what is in it matters to main only. */
export const certificateFile = () => new File(['p12'], 'taro.p12');
