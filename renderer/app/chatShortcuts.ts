import type { ChatCommand } from '../kit/index.ts';

/**
 * Keys of the chat screen, in the form of `KeyHint`. Those of `edit-last` belong to the composer alone;
 * `stop` there is Escape as well.
 */
export const chatKeys = {
  new: 'mod+shift+o',
  temporary: 'mod+shift+y',
  search: 'mod+shift+f',
  next: 'mod+]',
  previous: 'mod+[',
  'next-branch': 'mod+shift+.',
  'previous-branch': 'mod+shift+,',
  tree: 'mod+shift+b',
  'edit-last': 'alt+up',
  regenerate: 'mod+shift+g',
  stop: 'mod+.',
  'copy-last': 'mod+shift+c',
  'focus-composer': 'mod+i',
  'toggle-list': 'mod+shift+s',
  model: 'mod+shift+k',
  'several-models': 'mod+shift+l',
  parameters: 'mod+shift+d',
  rename: 'f2',
  export: 'mod+shift+e',
} as const satisfies Partial<Record<ChatCommand, string>>;

/** With Shift a key of punctuation names another character; its place on the keyboard stays. */
const places: Readonly<Record<string, string>> = { '.': 'Period', ',': 'Comma' };

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  return (
    parts.includes('mod') === (event.ctrlKey || event.metaKey) &&
    parts.includes('shift') === event.shiftKey &&
    (event.key.toLowerCase() === key || event.code === places[key])
  );
}

/** What a key press asks of the chat screen, or null. Presses during composition belong to the input method. */
export function chatCommandOf(event: KeyboardEvent): ChatCommand | null {
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented || event.altKey) {
    return null;
  }
  const found = Object.entries(chatKeys).find(([, keys]) => isPressed(keys, event));
  return found === undefined ? null : (found[0] as ChatCommand);
}
