import { useRef } from 'react';

/**
 * Returns the key of a conversation's composer. A new conversation keeps the composer, and with it the focus and later
 * input.
 */
export function useComposerKey(conversationId: string | null) {
  const keys = useRef({ next: 0, of: new Map<string, string>() });
  const present = `new-${keys.current.next}`;
  return {
    composerKey:
      conversationId === null ? present : (keys.current.of.get(conversationId) ?? conversationId),
    /** The new conversation has got its id. */
    keepFor(id: string) {
      keys.current.of.set(id, `new-${keys.current.next}`);
      keys.current.next += 1;
    },
  };
}
