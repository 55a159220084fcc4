import { onApple } from '../../ui/apple.ts';

/** With Shift a key of punctuation names another character; its place on the keyboard stays. */
const places: Readonly<Record<string, string>> = { '.': 'Period', ',': 'Comma' };

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/** Whether a press belongs to the input method. Safari ends a composition before the key that ended it, whose code is 229. */
export function isComposing(
  event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> | { readonly nativeEvent: KeyboardEvent },
): boolean {
  const { isComposing: composes, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return composes || keyCode === 229;
}

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>;

/** Whether the key of commands is held: Command on a Mac, where Ctrl edits text (Ctrl+K, Ctrl+P), else Ctrl. */
export function isModHeld({ ctrlKey, metaKey }: Modifiers, apple = onApple): boolean {
  return apple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

/** Presses during composition belong to the input method, those with Alt to the field that has the focus. */
function isForWindow(event: KeyboardEvent): boolean {
  return !isComposing(event) && !event.defaultPrevented && !event.altKey;
}

/**
 * Whether a press means these keys.
 * @param keys in the form of `KeyHint`; a character without `mod` is left to who types
 */
export function isPressed(keys: string, event: KeyboardEvent, apple = onApple): boolean {
  if (!isForWindow(event)) return false;
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const mod = isModHeld(event, apple);
  // what the other one means belongs to the field, or to the desktop
  if (!mod && (event.ctrlKey || event.metaKey)) return false;
  if (parts.includes('alt') || parts.includes('mod') !== mod) return false;
  // how a character is reached differs between keyboards
  if (!mod && key.length === 1) return event.key === key && !isTyping(event.target);
  return (
    parts.includes('shift') === event.shiftKey &&
    (event.key.toLowerCase() === key || event.code === places[key])
  );
}

/** The browser's names of the keys that `KeyHint` has words for. */
const names: Readonly<Record<string, string>> = { alt: 'Alt', up: 'ArrowUp', down: 'ArrowDown' };

/** Whether a field that has the focus is told these keys, which have Alt and are thus its own: `alt+up`. */
export function isPressedInField(
  keys: `alt+${string}`,
  { key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>,
): boolean {
  return altKey && key === names[keys.slice('alt+'.length)];
}

/** The same keys in the words of `aria-keyshortcuts` (WAI-ARIA 1.2). */
export function ariaKeys(keys: `alt+${string}`): string {
  return keys
    .split('+')
    .map((key) => names[key] ?? key)
    .join('+');
}
