import { useLayoutEffect, useRef } from 'react';
import { commands } from '../../../../../kit/commands/declared.ts';
import { ariaKeys } from '../../../../../kit/commands/keys.ts';
import { cx, useContentHeight } from '../../../../../ui/index.ts';
import type { FieldProps, WritingField } from './writingField.ts';

/** Characters from which a text is higher than the field's maximum: its height need not be measured completely. */
const high = 20_000;

/** The browser's own field, as high as its text. */
export function ShortField({
  text,
  field,
  caret,
  before: _,
  label,
  aria,
  onText,
  onLook,
  ...rest
}: FieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  // not by `value`, with which React writes each text into the page twice: typing in a long one would take as long
  useLayoutEffect(() => {
    if (area.current !== null && area.current.value !== text) area.current.value = text;
  }, [text]);
  useContentHeight(area, text.length < high ? text : null);
  const begin = useRef(caret);
  useLayoutEffect(() => {
    if (area.current === null) return;
    const handle = fieldOf(area.current);
    field.current = handle;
    if (begin.current !== null) {
      handle.focus();
      handle.select(...begin.current);
    }
    return () => {
      if (field.current === handle) field.current = null;
    };
  }, [field]);
  return (
    <textarea
      ref={area}
      dir="auto"
      aria-label={label}
      aria-keyshortcuts={ariaKeys(commands['edit-last'].keys)}
      rows={1}
      {...aria}
      {...rest}
      onChange={(event) => onText(event.target.value)}
      onSelect={onLook}
      className={cx(
        text.length < high ? 'field-sizing-content' : 'h-[40dvh]',
        'max-h-[40dvh] min-h-11 w-full resize-none bg-transparent py-2.5 pr-12 pl-11 text-chat outline-0 placeholder:text-text-faint',
      )}
    />
  );
}

function fieldOf(area: HTMLTextAreaElement): WritingField {
  return {
    get value() {
      return area.value;
    },
    get selectionStart() {
      return area.selectionStart;
    },
    get selectionEnd() {
      return area.selectionEnd;
    },
    get hasFocus() {
      return area === document.activeElement;
    },
    focus: () => area.focus(),
    select: (start, end) => area.setSelectionRange(start, end),
    remove(start, end) {
      area.focus();
      area.setSelectionRange(start, end);
      // the only change of a field that its undo history records
      return document.execCommand?.('delete') ?? false;
    },
  };
}
