import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useUnloadWarning } from '../../../../kit/useUnloadWarning.ts';
import type { LatestDraft } from '../conversation/latestDraft.ts';
import { createDraftSync } from './draftSync.ts';
import { mapPosition, type WritingField } from './field/writingField.ts';

interface SharedDraftOptions {
  readonly conversationId: string | null;
  /** The draft, of this window and of others. */
  readonly heard: Pick<StoreApi<LatestDraft>, 'getState' | 'subscribe'>;
  /** False: it belongs to this window alone. */
  readonly shared: boolean;
  readonly save: (draft: string, over: string, writer: string) => Promise<boolean>;
  readonly field: RefObject<WritingField | null>;
}

/** The composer's text, shared while typing with every window of the conversation. */
export function useSharedDraft(options: SharedDraftOptions) {
  const { conversationId, heard, shared, field } = options;
  const [text, setText] = useState(() => heard.getState().value?.draft ?? '');
  const [writer] = useState(() => crypto.randomUUID());
  const latest = useRef(options);
  latest.current = options;
  const [failed, setFailed] = useState(false);
  useUnloadWarning(failed);
  const carets = useRef<readonly [start: number, end: number] | null>(null);
  const [sync] = useState(() =>
    createDraftSync({
      writer,
      save: (written, over) => latest.current.save(written, over, writer),
      show(next) {
        const area = latest.current.field.current;
        if (area?.hasFocus) {
          const { value, selectionStart: start, selectionEnd: end } = area;
          carets.current = [mapPosition(value, next, start), mapPosition(value, next, end)];
        }
        setText(next);
      },
      onFailed: setFailed,
    }),
  );
  useLayoutEffect(() => {
    if (carets.current === null) return;
    field.current?.select(...carets.current);
    carets.current = null;
  });

  // a conversation that begins with this text gets its own draft, and a text of this window alone joins the shared
  // draft, beside one that another window has begun there
  const place = useRef({ conversationId, shared });
  useEffect(() => {
    const { current: before } = place;
    place.current = { conversationId, shared };
    const moved = before.conversationId !== conversationId || (shared && !before.shared);
    if (moved) sync.restart();
  }, [sync, conversationId, shared]);
  useEffect(() => {
    const { value } = heard.getState();
    if (value !== null) sync.hear({ draft: value.draft, writer: null });
    // one by one: of two updates rendered at once only the later one would be seen
    return heard.subscribe(({ value: now }, before) => {
      if (now !== null && now !== before.value) sync.hear(now);
    });
  }, [sync, heard]);
  useEffect(() => {
    const flush = () => void sync.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      sync.close();
    };
  }, [sync]);
  return {
    text,
    write(next: string) {
      setText(next);
      sync.write(next);
    },
    flush: () => sync.flush(),
    hold: () => sync.hold(),
    compositionProps: {
      onCompositionStart: () => sync.compose(true),
      onCompositionEnd: () => sync.compose(false),
    },
  };
}
