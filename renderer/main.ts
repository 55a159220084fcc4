import './client/noWebRtc.ts';
import './client/trusted.ts';
import './styles/app.css';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../preload/contract/bridge.ts';
import { App } from './app/App.tsx';
import { followPreferences } from './app/preferences.ts';
import { createClient } from './client/index.ts';
import { openSocketBridge } from './client/socket.ts';
import { createStores } from './kit/index.ts';
import { startTheme } from './ui/theme.ts';

declare global {
  interface Window {
    /** Set by the preload in Electron; absent in a browser. */
    readonly computeDesk?: Bridge;
  }
}

async function start(root: HTMLElement): Promise<void> {
  startTheme();
  const bridge = window.computeDesk ?? openSocketBridge(window);
  if (bridge === null) return;
  const stores = createStores(createClient(bridge), window);
  const texts = await followPreferences(stores, navigator.languages);
  createRoot(root).render(<App stores={stores} texts={texts} />);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await start(root);
