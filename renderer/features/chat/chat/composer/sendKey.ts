import type { KeyboardEvent } from 'react';
import { isComposing, isModHeld } from '../../../../kit/commands/keys.ts';
import { useFollowed } from '../../../../kit/index.ts';

/**
 * Returns the user's key for sending. The other combination breaks the line, and so does Shift+Enter; an Enter that
 * ends a Japanese composition does neither.
 */
export function useSendKey() {
  const sendWith = useFollowed((stores) => stores.settings).value?.sendWith ?? 'enter';
  const isSend = (event: KeyboardEvent): boolean => {
    if (isComposing(event)) return false;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return false;
    return sendWith === 'enter' || isModHeld(event);
  };
  return { sendWith, isSend };
}
