import { certificateEndings } from '../../../../../preload/contract/systems/own-files.ts';

/** Names of files that may hold a certificate or its key; any other can still be dropped. */
export const certificateFiles = certificateEndings.join(',');

/** A key and its certificate may come apart, in two files. */
export const mostFiles = 2;
