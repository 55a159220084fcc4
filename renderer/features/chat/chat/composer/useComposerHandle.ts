import { type Ref, type RefObject, useImperativeHandle } from 'react';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Attaching } from '../../../../attachments/index.ts';
import type { WritingField } from './field/writingField.ts';

/** An earlier message that returns to the composer. */
export interface RestoredMessage {
  readonly text: string;
  readonly attachments: Attachment[];
}

/** Functions for other components to change the draft. */
export interface ComposerHandle {
  /** Puts texts and files before the draft. */
  takeBack(taken: readonly RestoredMessage[]): void;
  /** Inserts a text at the caret. */
  insert(text: string): void;
  /** Sends the draft despite its predicted limits. */
  sendAnyway(): void;
  /** Stores unsaved text. */
  flush(): Promise<void>;
}

/** Exposes the composer's functions to other components. */
export function useComposerHandle(
  ref: Ref<ComposerHandle> | undefined,
  written: {
    readonly text: string;
    readonly write: (text: string) => void;
    readonly field: RefObject<WritingField | null>;
    readonly basket: Attaching['basket'];
    readonly send: () => void;
    readonly flush: () => Promise<void>;
  },
) {
  const { text, write, field, basket } = written;
  const takeBack = (taken: readonly RestoredMessage[]) => {
    const files = taken.flatMap(({ attachments }) => attachments);
    if (files.length > 0) basket.put(files, { tell: true });
    const texts = [...taken.map((one) => one.text), field.current?.value ?? ''];
    write(texts.filter((one) => one !== '').join('\n'));
  };
  useImperativeHandle(ref, () => ({
    takeBack(taken) {
      takeBack(taken);
      field.current?.focus();
    },
    insert(added) {
      const at = field.current?.selectionStart ?? text.length;
      write(`${text.slice(0, at)}${added}${text.slice(field.current?.selectionEnd ?? at)}`);
      requestAnimationFrame(() => {
        field.current?.focus();
        field.current?.select(at + added.length, at + added.length);
      });
    },
    sendAnyway: written.send,
    flush: written.flush,
  }));
  return { takeBack };
}
