import { type Ref, type RefObject, useImperativeHandle } from 'react';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Attaching } from '../../../../attachments/index.ts';
import type { WritingField } from './field/writingField.ts';

/** What was written before, and is to be written on. */
export interface Taken {
  readonly text: string;
  readonly attachments: Attachment[];
}

/** What others do with the message that is being written. */
export interface ComposerHandle {
  /** Puts texts and files before what is being written. */
  takeBack(taken: readonly Taken[]): void;
  /** Puts a text where the caret is. */
  insert(text: string): void;
  /** Sends what is written, whatever limit it is judged to break. */
  sendAnyway(): void;
  /** Keeps what is written and not kept yet. */
  flush(): Promise<void>;
}

/** Lets others have their way with what is being written. */
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
  const takeBack = (taken: readonly Taken[]) => {
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
