import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import { type DraftSettings, draftRevision } from '../../../../../preload/contract/chat/drafts.ts';
import { useStores } from '../../../../kit/index.ts';
import { useResourceStore } from '../../../../kit/useResource.ts';
import type { LatestDraft, RemoteDraft } from '../conversation/latestDraft.ts';

interface OwnDraft extends RemoteDraft {
  /** Null while unknown. */
  readonly attachments: readonly Attachment[] | null;
}

/**
 * The draft of a new conversation: stored in main, so that it survives leaving the screen and the app. A temporary
 * conversation's draft stays in this window only.
 */
export function useNewDraft(systemId: string, shown: boolean, temporary: boolean) {
  const { client, writing } = useStores();
  const followed = useResourceStore('newDraft', shown && !temporary ? { systemId } : null);
  const { value, problem } = useStore(followed);
  const [own] = useState(() => createStore<LatestDraft<OwnDraft>>(() => ({ value: null })));
  const ownFiles = useStore(own, (now) => now.value?.attachments ?? null);
  /** The last chosen initial settings. */
  const asked = useRef<DraftSettings | null>(null);
  asked.current ??= value?.asking ?? null;
  const keepAsking = (now: DraftSettings): void => {
    asked.current = now;
    if (!temporary)
      void writing.carryOut(() => client.call('newDraft.set', { systemId, asking: now }));
  };
  useToggled(
    temporary,
    () => {
      own.setState({ value: null });
      // text from before it was made temporary must not stay behind either
      void writing.carryOut(async () => {
        const { draft, attachments } = await client.call('newDraft.forget', { systemId });
        own.setState(({ value: now }) => ({
          value: { draft: now?.draft ?? draft, writer: now?.writer ?? null, attachments },
        }));
      });
    },
    () => {
      if (asked.current !== null) keepAsking(asked.current);
    },
  );
  return {
    /** Its text; notifies of changes. */
    heard: temporary ? own : followed,
    /** Null while unknown. */
    attachments: (temporary ? ownFiles : value?.attachments) ?? null,
    otherDrafts: value?.otherDrafts ?? [],
    problem,
    asking: temporary ? null : (value?.asking ?? null),
    keepAsking,
    /** A conversation has begun with this text and these files; later text of another window stays. */
    async forgetSent(draft: string, files: readonly Attachment[]): Promise<void> {
      if (temporary) {
        own.setState({ value: null });
        return;
      }
      const knownFiles = files.map(({ file }) => file.hash);
      await writing.carryOut(() =>
        client.call('newDraft.set', {
          systemId,
          draft: '',
          over: draftRevision(draft),
          ...(files.length === 0 ? {} : { attachments: [], knownFiles }),
        }),
      );
    },
    async keep(draft: string, over: string, writer: string): Promise<boolean> {
      if (!temporary) {
        const written = { draft, over, writer };
        return writing.carryOut(() => client.call('newDraft.set', { systemId, ...written }));
      }
      const attachments = own.getState().value?.attachments ?? null;
      own.setState({ value: { draft, writer, attachments } });
      return true;
    },
  };
}

/** Reports switching on or off, not the initial state. */
export function useToggled(state: boolean, on: () => void, off?: () => void): void {
  const before = useRef(false);
  const latest = useRef({ on, off });
  latest.current = { on, off };
  useEffect(() => {
    if (state === before.current) return;
    before.current = state;
    if (state) latest.current.on();
    else latest.current.off?.();
  }, [state]);
}
