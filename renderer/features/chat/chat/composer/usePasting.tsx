import {
  type ClipboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Attaching, pastedFiles } from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Button } from '../../../../ui/index.ts';
import type { WritingField } from './field/writingField.ts';

/** Characters from which a pasted text is offered as a file. */
const long = 8_000;

/** A pasted text and its position in the field. */
interface Pasted {
  readonly text: string;
  readonly start: number;
  /** Length of the whole text. */
  readonly whole: number;
}

interface Pasting {
  /** The offer, if any. */
  readonly offer: ReactNode;
  /** Call it before each paste. */
  readonly paste: (event: ClipboardEvent<HTMLElement>) => void;
}

/**
 * Attaches pasted files. A long pasted text is inserted like any other; it can be turned into a file. It leaves the
 * field when the file is attached, as a deletion that the field's own undo reverts.
 * @param options.text the current text; `write` replaces the whole text
 */
export function usePasting(options: {
  readonly field: RefObject<WritingField | null>;
  readonly attaching: Attaching;
  readonly text: string;
  readonly write: (text: string) => void;
}): Pasting {
  const { field, attaching, text: written, write } = options;
  const t = useT();
  const format = useFormat();
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef(pasted);
  const pasting = useRef<Pick<Pasted, 'text' | 'start'> | null>(null);
  const note = (next: Pasted | null) => {
    latest.current = next;
    setPasted(next);
  };

  const attach = async (text: string) => {
    setBusy(true);
    const attached = await attaching.addText(text);
    setBusy(false);
    const now = latest.current;
    const written = field.current;
    // failed attachments say why and stay, and so does a text changed meanwhile
    if (!attached || written === null || now?.text !== text) return;
    const { value } = written;
    const end = now.start + text.length;
    if (!written.remove(now.start, end)) write(value.slice(0, now.start) + value.slice(end));
  };

  // whoever changed it, this window or another
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at each text once
  useEffect(() => {
    const begun = pasting.current;
    pasting.current = null;
    if (begun !== null && written.startsWith(begun.text, begun.start)) {
      note({ ...begun, whole: written.length });
      return;
    }
    const last = latest.current;
    if (last === null) return;
    // typed before or behind it; after a change inside, it is no longer the pasted text
    const start = [last.start, last.start + written.length - last.whole].find((at) =>
      written.startsWith(last.text, Math.max(0, at)),
    );
    note(start === undefined ? null : { ...last, start, whole: written.length });
  }, [written]);

  return {
    paste(event) {
      const { clipboardData } = event;
      const files = pastedFiles(clipboardData);
      if (files.length > 0) {
        event.preventDefault();
        attaching.addFiles(files);
      }
      const text = clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n');
      const start = field.current?.selectionStart;
      pasting.current = text.length < long || start === undefined ? null : { text, start };
    },
    offer: pasted && (
      <div
        role="status"
        className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-1.5 text-small text-text-soft"
      >
        <span className="phrases min-w-0 flex-1">
          {t('attachments.pasted.offer', { characters: format.number(pasted.text.length) })}
        </span>
        <Button size="small" busy={busy} onClick={() => void attach(pasted.text)}>
          {t('attachments.pasted.attach')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => note(null)}>
          {t('attachments.pasted.keep')}
        </Button>
      </div>
    ),
  };
}
