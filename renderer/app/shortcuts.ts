import type { TextKey } from '../i18n/index.ts';
import type { Screen } from '../kit/index.ts';

/** Ctrl or Cmd with a digit. 5 is kept for the API console, so that no key changes its meaning. */
export const screenKeys: Readonly<Record<Screen, string>> = {
  machines: '1',
  chat: '2',
  clients: '3',
  certificates: '4',
  settings: '6',
};

export type Command =
  | { readonly kind: 'screen'; readonly screen: Screen }
  | { readonly kind: 'palette' | 'shortcuts' | 'sidebar' };

/** The shortcuts that work everywhere, in the form of `KeyHint`, with the words that explain them. */
export const shortcuts: readonly { readonly keys: string; readonly label: TextKey }[] = [
  { keys: 'mod+k', label: 'frame.shortcuts.palette' },
  ...Object.entries(screenKeys).map(([screen, digit]) => ({
    keys: `mod+${digit}`,
    label: `frame.screens.${screen as Screen}` as const,
  })),
  { keys: 'mod+b', label: 'frame.shortcuts.sidebar' },
  { keys: 'escape', label: 'frame.shortcuts.close' },
  { keys: '?', label: 'frame.shortcuts.list' },
];

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/** What a key press asks for, or null. Presses during composition belong to the input method. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.isComposing || event.defaultPrevented || event.altKey) return null;
  if (!(event.ctrlKey || event.metaKey)) {
    return event.key === '?' && !isTyping(event.target) ? { kind: 'shortcuts' } : null;
  }
  if (event.shiftKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'k') return { kind: 'palette' };
  if (key === 'b') return { kind: 'sidebar' };
  const found = Object.entries(screenKeys).find(([, digit]) => digit === key);
  return found ? { kind: 'screen', screen: found[0] as Screen } : null;
}
