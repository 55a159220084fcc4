import { createOneTime, type OneTime } from './one-time.ts';

export interface Download {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Files that wait to be fetched once by the browser. */
export type Downloads = OneTime<Download>;

export const createDownloads = (): Downloads => createOneTime('/download');
