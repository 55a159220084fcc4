import './client/noWebRtc.ts';
import './client/trusted.ts';
import './styles/app.css';
import type { Bridge } from '../preload/contract/bridge.ts';
import { outlineFirstFrame } from './app/firstFrame.ts';
import { openSocketBridge } from './client/socket.ts';
import { fetchTexts, firstLanguage } from './i18n/first.ts';
import { startTheme } from './ui/theme.ts';

declare global {
  interface Window {
    /** Set by the preload in Electron; absent in a browser. */
    readonly computeDesk?: Bridge;
  }
}

/**
 * The small entry before the app: while the rest loads, the window already has its colours, and this tab and main
 * authenticate each other.
 */
async function begin(): Promise<void> {
  // first of all: other processes connect in parallel with everything below
  const bridge = window.computeDesk ?? openSocketBridge(window);
  if (bridge === null) return;
  const app = import('./app/start.tsx');
  startTheme();
  outlineFirstFrame(window.location);
  const [{ start }] = await Promise.all([app, fetchTexts(firstLanguage(navigator.languages))]);
  await start(bridge, window);
}

// not awaited: the app's file imports this one, and would wait for its end
void begin();
