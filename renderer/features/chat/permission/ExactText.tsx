import { LongText } from '../../../ui/index.ts';
import { drawn } from './drawn.ts';

/**
 * A foreign text exactly as it is: unseen characters are written, and it goes from left to right, whatever it asks for.
 */
export function ExactText({ text }: { readonly text: string }) {
  return (
    <div
      dir="ltr"
      className="font-mono text-mono [&_div]:[direction:ltr]! [&_div]:[unicode-bidi:isolate]!"
    >
      <LongText text={drawn(text).text} />
    </div>
  );
}
