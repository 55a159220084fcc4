import type {
  ClipboardEvent,
  CompositionEventHandler,
  HTMLAttributes,
  KeyboardEvent,
  RefObject,
} from 'react';

/** The field that a message is written in, whatever draws it. Places are in UTF-16 code units. */
export interface WritingField {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  readonly hasFocus: boolean;
  focus(): void;
  select(start: number, end: number): void;
  /** Takes a stretch out, as a deletion that the field's own undo takes back. False: that cannot be had. */
  remove(start: number, end: number): boolean;
}

/** Where the caret is as one field takes another's place; null: nobody writes there. */
export type Caret = readonly [start: number, end: number] | null;

export interface WritingProps {
  /** What is written. Whatever else is put here takes its place. */
  readonly text: string;
  readonly field: RefObject<WritingField | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly disabled: boolean;
  /** Of a list that the field leads (`aria-controls` and the like). */
  readonly aria: Pick<
    HTMLAttributes<HTMLElement>,
    'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'
  >;
  readonly onText: (text: string) => void;
  /** The caret moved. */
  readonly onLook: () => void;
  /** Told before the field does anything with the key or what is pasted. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
  readonly onCompositionStart: CompositionEventHandler;
  readonly onCompositionEnd: CompositionEventHandler;
}

/** What one of the two fields gets besides. */
export interface FieldProps extends WritingProps {
  readonly caret: Caret;
  /** What stood there while the text was short: undo goes back to it. */
  readonly before: string;
}

/** What two texts begin and end with alike: the length of the beginning, and that of the end behind it. */
export function alike(
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

/** Where a place in a text is after another text took its place: what both begin and end with stays where it is. */
export function placeAfter(before: string, after: string, at: number): number {
  const { start, end } = alike(before, after);
  if (at <= start) return at;
  const fromEnd = before.length - at;
  return fromEnd <= end ? after.length - fromEnd : start;
}
