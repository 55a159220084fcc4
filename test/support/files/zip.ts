import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core.js';

/** A ZIP archive of these files. */
export async function zipOf(
  files: Readonly<Record<string, string>>,
  options: ConstructorParameters<typeof ZipWriter>[1] = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options });
  for (const [name, text] of Object.entries(files)) {
    await archive.add(name, new Uint8ArrayReader(new TextEncoder().encode(text)));
  }
  return archive.close();
}
