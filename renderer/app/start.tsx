import { createRoot } from 'react-dom/client';
import type { Bridge } from '../../preload/contract/bridge.ts';
import { App } from './App.tsx';
import { fetchView } from './frame/screenViews.ts';
import { openStores } from './preferences.ts';

/** Draws the app in its page. */
export async function start(bridge: Bridge, page: Window): Promise<void> {
  const root = page.document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const { stores, texts } = openStores(bridge, page, page.navigator.languages);
  // loads while main is asked; the screen waits for it by itself
  const screen = fetchView(stores.route.getState().screen);
  createRoot(root).render(<App stores={stores} texts={await texts} />);
  await screen;
}
