import { contextBridge, ipcRenderer } from 'electron';
import { channels } from './channels.ts';
import type { Bridge, CallResult } from './contract/bridge.ts';

// The build inserts the contract's names here (vite.config.ts); its schemas stay in main.
declare const CALL_NAMES: readonly string[];
declare const EVENT_NAMES: readonly string[];

const calls = new Set(CALL_NAMES);
const events = new Set(EVENT_NAMES);
const listeners = new Set<(name: string, payload: unknown) => void>();

ipcRenderer.on(channels.event, (_event, name: unknown, payload: unknown) => {
  if (typeof name !== 'string' || !events.has(name)) return;
  for (const listener of listeners) listener(name, payload);
});

const bridge: Bridge & { readonly host: 'electron' } = {
  host: 'electron',
  async invoke(name, input) {
    if (!calls.has(name)) {
      const details = { name: String(name).slice(0, 100) };
      return { ok: false, error: { code: 'contract-unknown-call', details, retryable: false } };
    }
    return (await ipcRenderer.invoke(channels.call, name, input)) as CallResult;
  },
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

contextBridge.exposeInMainWorld('computeDesk', bridge);
