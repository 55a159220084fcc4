import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { Compartment, EditorState, StateEffect, StateField, Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useLayoutEffect, useRef, useState } from 'react';
import { cx, FieldFrame, type FieldStatus, inputLook } from '../../../../ui/index.ts';

export interface JsonFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly status?: FieldStatus;
  /** Where the text is no JSON, from 1. */
  readonly fault: { readonly line: number; readonly column: number } | null;
}

const look = EditorView.theme({
  '&': { maxHeight: '24rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.5', minHeight: '12rem' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.375rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    background: 'transparent',
    border: 'none',
    color: 'var(--text-faint)',
  },
  '.cm-fault': {
    textDecoration: 'underline wavy var(--degraded)',
    backgroundColor: 'var(--degraded-soft)',
  },
});

const setFault = StateEffect.define<{ readonly from: number; readonly to: number } | null>();
const mark = Decoration.mark({ class: 'cm-fault' });
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    const told = effects.find((one) => one.is(setFault));
    if (told === undefined) return before.map(changes);
    return told.value === null
      ? Decoration.none
      : Decoration.set(mark.range(told.value.from, told.value.to));
  },
  provide: (field) => EditorView.decorations.from(field),
});

const always = [
  look,
  lineNumbers(),
  EditorView.lineWrapping,
  history(),
  marked,
  // Tab leaves the field, as everywhere
  keymap.of([...historyKeymap, ...standardKeymap]),
];

/** JSON of any length, with the place that is none marked (CodeMirror). */
export default function JsonField({ label, value, onValueChange, status, fault }: JsonFieldProps) {
  return (
    <FieldFrame label={label} {...(status && { status })}>
      {(control) => (
        <Editor
          {...{ label, value, onValueChange, fault }}
          id={control.id}
          describedBy={control['aria-describedby']}
        />
      )}
    </FieldFrame>
  );
}

function Editor(
  props: Omit<JsonFieldProps, 'status'> & {
    readonly id: string;
    readonly describedBy: string | undefined;
  },
) {
  const { label, value, fault, id, describedBy } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  const [attributes] = useState(() => new Compartment());

  useLayoutEffect(() => {
    if (place.current === null) return;
    const told = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      const isOwn = transactions.every((one) => one.annotation(Transaction.remote) !== true);
      if (docChanged && isOwn) latest.current.onValueChange(state.doc.toString());
    });
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [...always, attributes.of([]), told],
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [attributes]);

  useLayoutEffect(() => {
    const named = {
      ...{ id, 'aria-label': label, 'aria-multiline': 'true', spellcheck: 'false' },
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    };
    view.current?.dispatch({
      effects: attributes.reconfigure(EditorView.contentAttributes.of(named)),
    });
  }, [attributes, id, label, describedBy]);

  useLayoutEffect(() => {
    const editor = view.current;
    const length = editor?.state.doc.length ?? 0;
    if (editor === null || value === editor.state.doc.toString()) return;
    editor.dispatch({
      changes: { from: 0, to: length, insert: value },
      annotations: Transaction.remote.of(true),
    });
  }, [value]);

  const line = fault?.line ?? null;
  const column = fault?.column ?? 1;
  useLayoutEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const { doc } = editor.state;
    const at = line === null || line > doc.lines ? null : doc.line(line);
    // at the end of a line, what is before it is marked: there is nothing else to see
    const from = at === null ? 0 : Math.max(at.from, Math.min(at.from + column - 1, at.to - 1));
    const effect = at === null || at.length === 0 ? null : { from, to: from + 1 };
    editor.dispatch({ effects: setFault.of(effect) });
  }, [line, column]);

  return <div ref={place} className={cx(inputLook, 'overflow-hidden font-mono text-mono')} />;
}
