import { onApple } from '../apple.ts';
import { cx } from '../cx.ts';

const faces: Readonly<Record<string, readonly [apple: string, other: string]>> = {
  mod: ['⌘', 'Ctrl'],
  shift: ['⇧', 'Shift'],
  alt: ['⌥', 'Alt'],
  enter: ['↩', 'Enter'],
  escape: ['esc', 'Esc'],
  up: ['↑', '↑'],
  down: ['↓', '↓'],
};

/** Returns the labels of a shortcut's keys, such as `mod+shift+k`, on this computer's keyboard. */
export function keyFaces(keys: string, apple = onApple): string[] {
  return keys.split('+').map((key) => {
    const face = faces[key];
    if (face) return apple ? face[0] : face[1];
    return /^(?:.|f\d+)$/.test(key) ? key.toUpperCase() : key;
  });
}

interface KeyHintProps {
  /** `mod` is Ctrl, or ⌘ on a Mac: `mod+k`, `shift+enter`. */
  readonly keys: string;
  readonly className?: string;
}

/** Shows a shortcut. */
export function KeyHint({ keys, className }: KeyHintProps) {
  return (
    <kbd className={cx('inline-flex gap-0.5 font-sans', className)}>
      {keyFaces(keys).map((face) => (
        <kbd
          key={face}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-small border border-current/25 px-1 font-sans text-tiny leading-none"
        >
          {face}
        </kbd>
      ))}
    </kbd>
  );
}
