import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { onDemand } from '../../../../../ui/index.ts';
import { ShortField } from './ShortField.tsx';
import type { Caret, WritingProps } from './writingField.ts';

const LongField = onDemand(() => import('./LongField.tsx'));

/** Characters from which a text uses the virtualized field. */
const long = 50_000;

/**
 * The message field: the browser's own, and one for long texts from when the text gets long until it is sent. Text,
 * caret and undo history are transferred.
 */
export function Field(props: WritingProps) {
  const { text, field, onText, onPaste, onCompositionStart, onCompositionEnd } = props;
  const [isLong, setIsLong] = useState(false);
  const caret = useRef<Caret>(null);
  const composing = useRef(false);
  const before = useRef('');
  if (text.length < long) before.current = text;
  /** Text written here: deletions can be undone, a text cleared from outside cannot. */
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
    // if its file fails to load, the browser's own field works as well, only slower
    else LongField.fetch().then(change, () => setIsLong(false));
    return () => {
      asked = false;
    };
  }, [wanted, isLong, text, field]);
  /** A paste that makes the text long skips the browser's own field, which takes seconds for it. */
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
