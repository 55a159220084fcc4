import { type Attachment, filesOf } from '../../../../../preload/contract/chat/attachments.ts';
import { type Basket, download } from '../../../../attachments/index.ts';
import type { Client } from '../../../../client/index.ts';

/**
 * Attaches copies of what a server has as files of this computer are: read here, the text of a PDF too. What became of
 * each stands at its chip. Nothing is attached once the user has left, and what came is discarded.
 */
export async function attachCopies(
  client: Client,
  basket: Basket,
  copies: readonly Attachment[],
  hasLeft: () => boolean,
): Promise<void> {
  for (const { name, file, source } of copies) {
    if (hasLeft()) break;
    const bytes = await download(client, file.hash, name);
    if (hasLeft()) break;
    await basket.attach({ file: new File([bytes], name), name, ...(source && { source }) });
  }
  const kept = new Set(
    basket
      .ready()
      .flatMap(filesOf)
      .map(({ hash }) => hash),
  );
  // what is attached can have other bytes than the copy: an image goes without its metadata
  await discardCopies(
    client,
    copies.filter(({ file }) => !kept.has(file.hash)),
  );
}

/** Main forgets copies that are not used after all. */
async function discardCopies(client: Client, copies: readonly Attachment[]): Promise<void> {
  const hashes = copies.map(({ file }) => file.hash);
  if (hashes.length > 0) await client.call('attachments.discard', { hashes });
}
