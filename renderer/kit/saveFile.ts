import type { SavedFile } from '../../preload/contract/shapes.ts';

/** Fetches a file that the web host offers once, as a download of the browser. */
export function download(file: Extract<SavedFile, { kind: 'download' }>): void {
  const link = document.createElement('a');
  link.href = file.path;
  link.download = '';
  link.click();
}
