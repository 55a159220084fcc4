import { memo } from 'react';
import { cx } from '../cx.ts';
import { legible, partEnd } from './longText.ts';

interface LongTextProps {
  readonly text: string;
  readonly className?: string;
}

/** Each line has its own direction, as in the field where it was written. */
const asWritten = '[unicode-bidi:plaintext]';

/** An unformatted foreign text of any length and content. Its line endings stay, and words break anywhere. */
export function LongText({ text, className }: LongTextProps) {
  const isLong = partEnd(text, 0) !== null;
  return (
    <div
      dir="auto"
      className={cx(
        asWritten,
        'whitespace-pre-wrap wrap-anywhere',
        isLong && 'long-text',
        className,
      )}
    >
      {isLong
        ? partsOf(text).map(([from, end]) => <Part key={from} text={text.slice(from, end)} />)
        : legible(text)}
    </div>
  );
}

const Part = memo(function Part({ text }: { readonly text: string }) {
  return (
    <div dir="auto" className={cx(asWritten, 'long-text-part')}>
      {legible(text)}
    </div>
  );
});

function partsOf(text: string): [number, number][] {
  const parts: [number, number][] = [];
  for (let from = 0; from < text.length; ) {
    const end = partEnd(text, from) ?? text.length;
    parts.push([from, end]);
    from = end;
  }
  return parts;
}
