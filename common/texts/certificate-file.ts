import { trimEnd, trimStart } from './trim.ts';

/** Returns the name of a certificate's exported file, without its ending. @param name the user's name for it */
export function certificateFileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return trimEnd(trimStart(plain, /[-.]/), /-/) || 'certificate';
}
