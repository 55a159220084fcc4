import type { SupportFile } from '../../../preload/contract/settings/support.ts';

/** Packs these files into one ZIP archive. */
export async function archiveOf(files: readonly SupportFile[]): Promise<Uint8Array> {
  const { TextReader, Uint8ArrayWriter, ZipWriter } = await import(
    '@zip.js/zip.js/lib/zip-core.js'
  );
  const options = { useWebWorkers: false, useCompressionStream: true };
  const archive = new ZipWriter(new Uint8ArrayWriter(), options);
  for (const { name, text } of files) await archive.add(name, new TextReader(text));
  return archive.close();
}
