import { onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Bridge, Connection } from '../../../preload/contract/bridge.ts';
import { openSocketBridge } from '../../../renderer/client/socket.ts';

/** The page of a tab as far as the renderer's transport knows it. */
export interface Tab {
  readonly bridge: Bridge | null;
  /** What it was told about the connection. */
  readonly connections: Connection[];
  /** What is left in its address after its path. */
  hash(): string;
  /** Every message that it was sent, whatever it made of it. */
  readonly heard: string[];
  /** Where it sent itself. */
  readonly left: string[];
  readonly storage: Map<string, string>;
}

/**
 * The renderer's transport in a tab without a browser, over real connections.
 * @param url Its address; another `host` than the one that the host printed is a tunnel's
 * @param storage Its sessionStorage; that of another tab makes it a reload or a duplicate
 */
export function openTab(url: string, storage = new Map<string, string>()): Tab {
  const address = new URL(url);
  let { hash } = address;
  const left: string[] = [];
  const heard: string[] = [];
  const sockets: WebSocket[] = [];
  /** As in a browser: the page's origin goes along. */
  class PageSocket extends WebSocket {
    constructor(to: string) {
      super(to, { origin: address.origin });
      // a page is told by `close` alone
      this.on('error', () => undefined);
      this.on('message', (data: Buffer) => void heard.push(data.toString()));
      sockets.push(this);
    }
  }
  vi.stubGlobal('WebSocket', PageSocket);
  let over = false;
  onTestFinished(() => {
    over = true;
    for (const socket of sockets) socket.terminate();
  });
  const page = {
    location: {
      host: address.host,
      protocol: address.protocol,
      pathname: address.pathname,
      get hash() {
        return hash;
      },
      replace: (to: string) => void left.push(to),
    },
    history: {
      replaceState() {
        hash = '';
      },
    },
    sessionStorage: {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
      removeItem: (name: string) => void storage.delete(name),
    },
  };
  const bridge = openSocketBridge(page as unknown as Window);
  const connections: Connection[] = [];
  bridge?.onConnection?.((now) => {
    if (!over) connections.push(now);
  });
  return { bridge, connections, heard, left, storage, hash: () => hash };
}
