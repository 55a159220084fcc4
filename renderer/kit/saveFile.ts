import type { SavedFile } from '../../preload/contract/shapes.ts';

/** Downloads a file from the web host's single-use address. */
export function download(file: Extract<SavedFile, { kind: 'download' }>): void {
  const link = document.createElement('a');
  link.href = file.path;
  link.download = '';
  link.click();
}
