import { history, historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import { EditorView, placeholder as emptyText, keymap } from '@codemirror/view';
import { useLayoutEffect, useRef, useState } from 'react';
import { commands } from '../../../../../kit/commands/declared.ts';
import { ariaKeys } from '../../../../../kit/commands/keys.ts';
import { commonEnds, type FieldProps, type WritingField } from './writingField.ts';

const look = EditorView.theme({
  '&': { maxHeight: '40dvh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', minHeight: '2.75rem' },
  '.cm-content': { padding: '0.625rem 3rem 0.625rem 2.75rem', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0', unicodeBidi: 'plaintext' },
  '.cm-placeholder': { color: 'var(--text-faint)' },
});

const always = [
  look,
  EditorView.lineWrapping,
  // each line has the direction of its own first letter, like `dir=auto`
  EditorView.perLineTextDirection.of(true),
  history(),
  keymap.of([
    { key: 'Enter', run: insertNewline, shift: insertNewline },
    ...historyKeymap,
    ...standardKeymap,
  ]),
];

/**
 * A field for texts of any length that renders only the visible part (CodeMirror). The browser's own lays all of it out
 * with each key.
 */
export default function LongField(props: FieldProps) {
  const { text, field, onKeyDown, onPaste, onCompositionStart, onCompositionEnd } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [attributes] = useState(() => new Compartment());
  const view = useRef<EditorView>(null);
  /** The editor's text: any other given text replaces it. */
  const known = useRef(text);

  useLayoutEffect(() => {
    if (place.current === null) return;
    const { before, caret } = latest.current;
    const told = EditorView.updateListener.of(
      ({ docChanged, selectionSet, state, transactions }) => {
        if (docChanged) {
          known.current = state.doc.toString();
          const isOwn = transactions.every((one) => one.annotation(Transaction.remote) !== true);
          if (isOwn) latest.current.onText(known.current);
        } else if (selectionSet) {
          latest.current.onLook();
        }
      },
    );
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: before,
        // undo returns to this selection: the long text was inserted there
        selection: { anchor: commonEnds(before, latest.current.text).start },
        extensions: [...always, attributes.of(attributesOf(latest.current)), told],
      }),
    });
    put(editor, latest.current.text);
    view.current = editor;
    const handle = fieldOf(editor);
    field.current = handle;
    if (caret !== null) {
      handle.focus();
      handle.select(...caret);
    }
    return () => {
      if (field.current === handle) field.current = null;
      view.current = null;
      editor.destroy();
    };
  }, [field, attributes]);

  useLayoutEffect(() => {
    if (view.current === null || text === known.current) return;
    put(view.current, text);
    known.current = text;
  }, [text]);

  const { label, placeholder, disabled } = props;
  const { 'aria-controls': controls, 'aria-activedescendant': active } = props.aria;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `attributesOf` reads
  useLayoutEffect(() => {
    const now = attributes.reconfigure(attributesOf(latest.current));
    view.current?.dispatch({ effects: now });
  }, [attributes, label, placeholder, disabled, controls, active]);

  return (
    <div
      ref={place}
      className="w-full text-chat"
      onKeyDownCapture={onKeyDown}
      onPasteCapture={onPaste}
      onCompositionStart={onCompositionStart}
      onCompositionEnd={onCompositionEnd}
    />
  );
}

function attributesOf({ label, placeholder, disabled, aria }: FieldProps) {
  const entries = Object.entries(aria).filter(([, value]) => value !== undefined);
  return [
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': label,
      'aria-keyshortcuts': ariaKeys(commands['edit-last'].keys),
      'aria-disabled': String(disabled),
      ...Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
    }),
    EditorView.editable.of(!disabled),
    emptyText(placeholder),
  ];
}

/** Changes only the difference, so that carets stay in place; undo reverts it. */
function put(editor: EditorView, text: string): void {
  const now = editor.state.doc.toString();
  const { start, end } = commonEnds(now, text);
  editor.dispatch({
    changes: { from: start, to: now.length - end, insert: text.slice(start, text.length - end) },
    annotations: Transaction.remote.of(true),
  });
}

function fieldOf(editor: EditorView): WritingField {
  const selected = () => editor.state.selection.main;
  return {
    get value() {
      return editor.state.doc.toString();
    },
    get selectionStart() {
      return selected().from;
    },
    get selectionEnd() {
      return selected().to;
    },
    get hasFocus() {
      return editor.hasFocus;
    },
    focus: () => editor.focus(),
    select(start, end) {
      const { length } = editor.state.doc;
      const selection = { anchor: Math.min(start, length), head: Math.min(end, length) };
      editor.dispatch({ selection, scrollIntoView: true });
    },
    remove(start, end) {
      editor.dispatch({ changes: { from: start, to: end }, userEvent: 'delete' });
      editor.focus();
      return true;
    },
  };
}
