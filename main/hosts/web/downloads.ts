import { createOneTime, type OneTime } from './one-time.ts';

export interface Download {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Files that wait to be fetched by the browser, each at an address that nobody can guess, once and within
 * a minute: the address goes to the page over the socket that both ends have proven, and is all that the
 * browser has to know, because a download carries no secret of a tab.
 */
export type Downloads = OneTime<Download>;

export const createDownloads = (): Downloads => createOneTime('/download');
