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
 * What comes before the app: it is small, so that the window has its colours, and this tab and main have
 * proven themselves to each other, while the rest is still being read.
 */
async function begin(): Promise<void> {
  // first of all: the connection is made by other processes, beside everything below
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
