import { useEffect, useRef } from 'react';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Basket } from '../../../../attachments/index.ts';
import { useBasket } from '../../../../attachments/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useToggled } from './useNewDraft.ts';

/**
 * Returns the files of the draft: loaded with it, and stored as they change. Files of a new conversation are stored for
 * its system, unless it is temporary.
 */
export function useComposerFiles(options: {
  readonly composerKey: string;
  readonly systemId: string;
  readonly conversationId: string | null;
  readonly temporary: boolean;
  /** Null while unknown. */
  readonly draft: readonly Attachment[] | null;
}): Basket {
  const { composerKey, systemId, conversationId, temporary, draft } = options;
  const { client, writing } = useStores();
  const filled = useRef(new Set<string>());
  /** By composer: hashes of main's files, as known here. */
  const known = useRef(new Map<string, readonly string[]>());
  const basket = useBasket(composerKey, (attachments) => {
    const list = [...attachments];
    if (conversationId !== null) {
      const change = knowing(known.current, composerKey, list);
      void writing.carryOut(() => client.call('drafts.set', { id: conversationId, ...change }));
    } else if (!temporary) keepNew(list);
  });
  const keepNew = (attachments: Attachment[]) => {
    const change = knowing(known.current, composerKey, attachments);
    void writing.carryOut(() => client.call('newDraft.set', { systemId, ...change }));
  };
  useToggled(
    temporary,
    // the text's side makes main forget all of it
    () => known.current.delete(composerKey),
    // another window's new draft is unknown here
    () => {
      known.current.delete(composerKey);
      if (conversationId !== null) return;
      const change = { attachments: basket.ready(), knownFiles: [] };
      void writing.carryOut(() => client.call('newDraft.set', { systemId, ...change }));
    },
  );
  useEffect(() => {
    if (draft === null) return;
    if (filled.current.has(composerKey)) {
      follow(known.current, composerKey, basket, draft);
      return;
    }
    filled.current.add(composerKey);
    // A conversation that has just begun here has its files in the basket already.
    if (conversationId !== null && composerKey !== conversationId) return;
    if (draft.length > 0) basket.put(draft);
    known.current.set(composerKey, hashes(draft));
  }, [basket, composerKey, conversationId, draft]);
  return basket;
}

type Known = Map<string, readonly string[]>;

const hashes = (files: readonly Attachment[]): string[] => files.map(({ file }) => file.hash);

/** Returns the arguments for reporting a change, and records it as known. */
function knowing(known: Known, composerKey: string, attachments: Attachment[]) {
  const knownFiles = [...(known.get(composerKey) ?? [])];
  known.set(composerKey, hashes(attachments));
  return { attachments, knownFiles };
}

function follow(known: Known, key: string, basket: Basket, files: readonly Attachment[]): void {
  basket.follow(files, new Set(known.get(key)));
  known.set(key, hashes(files));
}
