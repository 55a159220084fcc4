import { certificateEndings } from '../../../../../preload/contract/systems/own-files.ts';

/** Extensions of files that may contain a certificate or its key; any other can still be dropped. */
export const certificateFiles = certificateEndings.join(',');

/** A key and its certificate may be in two files. */
export const maxFiles = 2;
