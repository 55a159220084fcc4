import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { onDemand } from '../../../../../ui/index.ts';
import { ShortField } from './ShortField.tsx';
import type { Caret, WritingProps } from './writingField.ts';

const LongField = onDemand(() => import('./LongField.tsx'));

/** Characters from which on a text is laid out a screen at a time. */
const long = 50_000;

/**
 * Where a message is written: in the browser's own field, and in one for long texts from when it is one until it is sent.
 * The text, the caret and the way back by undo go along.
 */
export function Field(props: WritingProps) {
  const { text, field, onText, onPaste, onCompositionStart, onCompositionEnd } = props;
  const [isLong, setIsLong] = useState(false);
  const caret = useRef<Caret>(null);
  const composing = useRef(false);
  const before = useRef('');
  if (text.length < long) before.current = text;
  /** As it was written here: what was deleted can be undone, what was taken away cannot. */
  const own = useRef('');
  const wanted = isLong ? text !== '' || own.current === '' : text.length >= long;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a composition that was waited for ends in another text
  useEffect(() => {
    if (wanted === isLong) return;
    let asked = true;
    const change = () => {
      const now = field.current;
      if (!asked || composing.current || now === null) return;
      caret.current = now.hasFocus ? [now.selectionStart, now.selectionEnd] : null;
      setIsLong(wanted);
    };
    if (!wanted) change();
    // where its file does not come, the browser's own does as well, and slower
    else LongField.fetch().then(change, () => setIsLong(false));
    return () => {
      asked = false;
    };
  }, [wanted, isLong, text, field]);
  /** A text that makes it a long one is not put into the browser's own field first, which takes seconds for it. */
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    onPaste(event);
    const pasted = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n');
    if (isLong || event.defaultPrevented || pasted.length < long) return;
    event.preventDefault();
    const put = (isThere: boolean) => {
      const now = field.current;
      if (now === null) return;
      const { value, selectionStart: start, selectionEnd: end } = now;
      const at = start + pasted.length;
      caret.current = [at, at];
      before.current = value;
      own.current = value.slice(0, start) + pasted + value.slice(end);
      onText(own.current);
      setIsLong(isThere);
    };
    LongField.fetch().then(
      () => put(true),
      () => put(false),
    );
  };
  const Drawn = isLong ? LongField : ShortField;
  return (
    <Drawn
      {...props}
      caret={caret.current}
      before={before.current}
      onPaste={paste}
      onText={(next) => {
        own.current = next;
        onText(next);
      }}
      onCompositionStart={(event) => {
        composing.current = true;
        onCompositionStart(event);
      }}
      onCompositionEnd={(event) => {
        composing.current = false;
        onCompositionEnd(event);
      }}
    />
  );
}
