import { useEffect, useRef, useState } from 'react';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { useResource } from '../../../kit/useResource.ts';
import { onDemand } from '../../../ui/index.ts';
import { variablesOf } from './variables.ts';

const PromptLibrary = onDemand(() => import('./PromptLibrary.tsx'));

/** Inserts the prompt chosen in the palette, after asking for its variables. */
export function PendingPrompt({ onInsert }: { readonly onInsert: (text: string) => void }) {
  const [id, setId] = useState<string | null>(null);
  useOffer('insert-prompt', setId);
  const { value: prompts } = useResource('prompts', id !== null ? undefined : null);
  const [filling, setFilling] = useState<Prompt | null>(null);
  const insert = useRef(onInsert);
  insert.current = onInsert;
  useEffect(() => {
    if (id === null || prompts === null) return;
    setId(null);
    const prompt = prompts.find((one) => one.id === id);
    if (prompt === undefined) return;
    if (variablesOf(prompt.text).length === 0) insert.current(prompt.text);
    else setFilling(prompt);
  }, [id, prompts]);
  if (filling === null) return null;
  return <PromptLibrary begin={filling} onInsert={onInsert} onClose={() => setFilling(null)} />;
}
