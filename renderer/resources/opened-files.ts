import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OpenedFile } from '../../preload/contract/app.ts';
import type { Client } from '../client/index.ts';
import { asProblem } from './followed.ts';

/** The certificate file that the user opened with the app and that is to be imported next. */
export interface OpenedFilesStore extends StoreApi<{ readonly file: OpenedFile | null }> {
  /** Its import has begun: the next one may come. */
  begun(): void;
}

export function createOpenedFilesStore(client: Client): OpenedFilesStore {
  const store = createStore<{ readonly file: OpenedFile | null }>(() => ({ file: null }));
  let asking = false;
  let asked = false;
  // Main gives a file once, so no two questions may be under way and none while a file waits here.
  const look = async () => {
    asked = true;
    if (asking) return;
    asking = true;
    while (asked && store.getState().file === null) {
      asked = false;
      store.setState({ file: await take(client) });
    }
    asking = false;
  };
  client.on('app.fileOpened', () => void look());
  client.onAttached(() => void look());
  return Object.assign(store, {
    begun() {
      store.setState({ file: null });
      void look();
    },
  });
}

async function take(client: Client): Promise<OpenedFile | null> {
  try {
    return await client.call('app.takeOpenedFile');
  } catch (error) {
    const { code, details, retryable } = asProblem(error);
    return { kind: 'failed', fileName: '', problem: { code, details: { ...details }, retryable } };
  }
}
