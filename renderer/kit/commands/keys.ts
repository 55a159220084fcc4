import { onApple } from '../../ui/apple.ts';

/** With Shift a punctuation key gives another character; its position on the keyboard stays. */
const places: Readonly<Record<string, string>> = { '.': 'Period', ',': 'Comma' };

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/**
 * Whether a key press belongs to the input method. Safari ends a composition before the key that ended it, whose code
 * is 229.
 */
export function isComposing(
  event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> | { readonly nativeEvent: KeyboardEvent },
): boolean {
  const { isComposing: composes, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return composes || keyCode === 229;
}

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>;

/** Whether the command modifier is held: Command on a Mac, where Ctrl edits text (Ctrl+K, Ctrl+P), else Ctrl. */
export function isModHeld({ ctrlKey, metaKey }: Modifiers, apple = onApple): boolean {
  return apple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

/** Key presses during composition belong to the input method, those with Alt to the focused field. */
function isForWindow(event: KeyboardEvent): boolean {
  return !isComposing(event) && !event.defaultPrevented && !event.altKey;
}

/**
 * Whether a key press matches a shortcut.
 * @param keys in the form of `KeyHint`; a character without `mod` is left to typing
 */
export function isPressed(keys: string, event: KeyboardEvent, apple = onApple): boolean {
  if (!isForWindow(event)) return false;
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const mod = isModHeld(event, apple);
  // shortcuts of the other modifier belong to the field, or to the desktop
  if (!mod && (event.ctrlKey || event.metaKey)) return false;
  if (parts.includes('alt') || parts.includes('mod') !== mod) return false;
  // modifiers needed for a character differ between keyboards
  if (!mod && key.length === 1) return event.key === key && !isTyping(event.target);
  return (
    parts.includes('shift') === event.shiftKey &&
    (event.key.toLowerCase() === key || event.code === places[key])
  );
}

/** Browser names of the keys that `KeyHint` names in words. */
const names: Readonly<Record<string, string>> = { alt: 'Alt', up: 'ArrowUp', down: 'ArrowDown' };

/** Whether a focused field should handle these keys, which have Alt and therefore belong to it: `alt+up`. */
export function isPressedInField(
  keys: `alt+${string}`,
  { key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>,
): boolean {
  return altKey && key === names[keys.slice('alt+'.length)];
}

/** Returns the keys in the format of `aria-keyshortcuts` (WAI-ARIA 1.2). */
export function ariaKeys(keys: `alt+${string}`): string {
  return keys
    .split('+')
    .map((key) => names[key] ?? key)
    .join('+');
}
