import { useCallback, useRef } from 'react';
import { useT } from '../i18n/index.ts';
import { useClient } from '../kit/index.ts';
import { download } from '../kit/saveFile.ts';
import { useProblem } from '../kit/useProblem.ts';
import { useToasts } from '../ui/index.ts';

/** Offers texts of an answer as files; reports success or failure. */
export function useSaveText() {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { problem, attempt, forget } = useProblem();
  const perform = async (name: string, text: string): Promise<void> => {
    const saved = await client.call('app.saveText', { name, text });
    if (saved.kind === 'download') download(saved);
    if (saved.kind !== 'cancelled') {
      toasts.show({ text: t(name.endsWith('.svg') ? 'diagrams.saved' : 'chat.markdown.saved') });
    }
  };
  const now = useRef({ perform, attempt });
  now.current = { perform, attempt };
  // A stable function, so that click handlers need not be attached again.
  const save = useCallback(
    (name: string, text: string) => void now.current.attempt(() => now.current.perform(name, text)),
    [],
  );
  return { save, problem, forget };
}
