import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useClient } from '../../../kit/index.ts';
import { useUnloadWarning } from '../../../kit/useUnloadWarning.ts';
import { createDraftSync } from './draftSync.ts';
import { placeAfter, type WritingField } from './field/writingField.ts';

interface SharedDraftOptions {
  readonly systemId: string;
  readonly conversationId: string | null;
  /** As it was when it was asked for; null while it is not known. */
  readonly draft: string | null;
  /** False: it is this window's alone. */
  readonly shared: boolean;
  readonly save: (draft: string, over: string, writer: string) => Promise<boolean>;
  readonly field: RefObject<WritingField | null>;
}

/** The text of the composer, shared with every window of the conversation as it is typed. */
export function useSharedDraft(options: SharedDraftOptions) {
  const { systemId, conversationId, draft, shared, field } = options;
  const client = useClient();
  const [text, setText] = useState(draft ?? '');
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
          carets.current = [placeAfter(value, next, start), placeAfter(value, next, end)];
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

  // a conversation that begins with what is written here has a draft of its own from then on
  const place = useRef(conversationId);
  useEffect(() => {
    if (place.current === conversationId) return;
    place.current = conversationId;
    sync.restart();
  }, [sync, conversationId]);
  useEffect(() => {
    if (draft !== null) sync.hear({ draft, writer: null });
  }, [sync, draft]);
  useEffect(
    () =>
      client.on('drafts.changed', (changed) => {
        const here =
          changed.conversationId === conversationId &&
          (conversationId !== null || changed.systemId === systemId);
        if (here && shared) sync.hear(changed);
      }),
    [client, sync, conversationId, systemId, shared],
  );
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
    compositionProps: {
      onCompositionStart: () => sync.compose(true),
      onCompositionEnd: () => sync.compose(false),
    },
  };
}
