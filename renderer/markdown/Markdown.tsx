import './markdown.css';
import './print.css';
import './code.css';
import './html.css';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ErrorBar, useCopy } from '../ui/index.ts';
import { followActions } from './actions.ts';
import type { AddressDescription } from './address/describe.ts';
import { OpenAddress } from './address/OpenAddress.tsx';
import { followCopies } from './copying/followCopies.ts';
import { useLabels } from './useLabels.ts';
import { useSaveText } from './useSaveText.ts';
import { MarkdownSession } from './view/session.ts';
import type { PlaceOf } from './view/surface.ts';

interface MarkdownProps {
  readonly text: string;
  /** More text follows: the last block may be incomplete. */
  readonly streaming: boolean;
  /** Single line endings break the line. */
  readonly breaks?: boolean;
  /** For texts of the app's own, whose links may lead to places in it. */
  readonly placeOf?: PlaceOf;
}

/** An answer's text. React owns the outer element; the session owns its content. */
export default function Markdown({ text, streaming, breaks = false, placeOf }: MarkdownProps) {
  const host = useRef<HTMLDivElement>(null);
  const session = useRef<MarkdownSession | null>(null);
  const prefix = useId().replace(/[^\w-]/g, '');
  const words = useLabels();
  const { copy } = useCopy();
  const { save, problem, forget } = useSaveText();
  const [asked, setAsked] = useState<AddressDescription | null>(null);

  const start = useRef({ prefix, words, placeOf });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const { prefix: ids, words: first, placeOf: leads } = start.current;
    const created = new MarkdownSession(element, ids, first, leads);
    session.current = created;
    const ignoreCopies = followCopies(element);
    return () => {
      ignoreCopies();
      created.close();
      session.current = null;
      element.replaceChildren();
    };
  }, []);
  useLayoutEffect(() => session.current?.setWords(words), [words]);
  useLayoutEffect(() => session.current?.setBreaks(breaks), [breaks]);
  useLayoutEffect(() => session.current?.update(text, streaming), [text, streaming]);
  useEffect(() => {
    const element = host.current;
    return element === null
      ? undefined
      : followActions(element, {
          words,
          copy,
          save,
          open: async (address) => {
            // the public suffix list is loaded on demand
            const { describe } = await import('./address/describe.ts');
            setAsked(describe(address));
          },
        });
  }, [words, copy, save]);
  return (
    <>
      <div ref={host} className="md" />
      {problem && <ErrorBar error={problem} onDismiss={forget} className="mt-3" />}
      <OpenAddress described={asked} onClose={() => setAsked(null)} />
    </>
  );
}
