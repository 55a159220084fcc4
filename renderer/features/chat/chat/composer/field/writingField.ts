import type {
  ClipboardEvent,
  CompositionEventHandler,
  HTMLAttributes,
  KeyboardEvent,
  RefObject,
} from 'react';

/** The interface of a message field, whichever component draws it. Positions are in UTF-16 code units. */
export interface WritingField {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  readonly hasFocus: boolean;
  focus(): void;
  select(start: number, end: number): void;
  /** Deletes a range, undoable in the field itself. False if impossible. */
  remove(start: number, end: number): boolean;
}

/** The caret when one field replaces the other; null without focus. */
export type Caret = readonly [start: number, end: number] | null;

export interface WritingProps {
  /** The text. Any other given text replaces it. */
  readonly text: string;
  readonly field: RefObject<WritingField | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly disabled: boolean;
  /** Attributes of a list controlled by the field (`aria-controls` and the like). */
  readonly aria: Pick<
    HTMLAttributes<HTMLElement>,
    'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'
  >;
  readonly onText: (text: string) => void;
  /** Called when the caret moves. */
  readonly onLook: () => void;
  /** Called before the field handles the key or the paste. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
  readonly onCompositionStart: CompositionEventHandler;
  readonly onCompositionEnd: CompositionEventHandler;
}

/** Additional properties of the two fields. */
export interface FieldProps extends WritingProps {
  readonly caret: Caret;
  /** The text while it was short: undo returns to it. */
  readonly before: string;
}

/** Returns the lengths of the common prefix and the common suffix of two texts. */
export function commonEnds(
  one: string,
  other: string,
): { readonly start: number; readonly end: number } {
  const shortest = Math.min(one.length, other.length);
  let start = 0;
  while (start < shortest && one[start] === other[start]) start += 1;
  const most = shortest - start;
  let end = 0;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, end };
}

/** Maps a position to a changed text: positions in the common prefix and suffix stay in place. */
export function mapPosition(before: string, after: string, at: number): number {
  const { start, end } = commonEnds(before, after);
  if (at <= start) return at;
  const fromEnd = before.length - at;
  return fromEnd <= end ? after.length - fromEnd : start;
}
